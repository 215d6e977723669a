#include "fleet/schema.hpp"

#include <fmt/format.h>

namespace mazurka::fleet {

namespace {

// Units name their run without a foreign key: it would make every checkpoint lock the run's row, for which all workers
// would queue. Runs are never deleted.
constexpr const char* kStatements[] = {
    R"(CREATE TABLE store (version BIGINT NOT NULL))",

    R"(CREATE TABLE run (
  id {identity},
  name TEXT NOT NULL,
  program TEXT NOT NULL,
  options TEXT NOT NULL,
  command_line TEXT NOT NULL,
  state TEXT NOT NULL,
  generation BIGINT NOT NULL,
  history {bytes} NOT NULL,
  estimate TEXT NOT NULL,
  stop_key {bytes},
  stop {bytes},
  started BIGINT NOT NULL,
  changed BIGINT NOT NULL))",

    R"(CREATE TABLE file (
  hash TEXT PRIMARY KEY,
  size BIGINT NOT NULL,
  content {bytes} NOT NULL))",

    R"(CREATE TABLE run_file (
  run BIGINT NOT NULL,
  path TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (run, path)))",

    R"(CREATE TABLE worker (
  id {identity},
  name TEXT NOT NULL,
  host TEXT NOT NULL,
  since BIGINT NOT NULL,
  last_seen BIGINT NOT NULL,
  waiting_for BIGINT,
  last_token BIGINT))",

    R"(CREATE TABLE unit (
  id {identity},
  run BIGINT NOT NULL,
  generation BIGINT NOT NULL,
  order_key {bytes} NOT NULL,
  content {bytes} NOT NULL,
  lease_end BIGINT NOT NULL,
  token BIGINT,
  worker BIGINT,
  attempts BIGINT NOT NULL))",
    R"(CREATE INDEX unit_in_order ON unit (run, generation, order_key, id))",
    R"(CREATE INDEX unit_by_token ON unit (token))",

    R"(CREATE TABLE total (
  run BIGINT NOT NULL,
  generation BIGINT NOT NULL,
  slot BIGINT NOT NULL,
  kind BIGINT NOT NULL,
  name TEXT NOT NULL,
  value BIGINT NOT NULL,
  PRIMARY KEY (run, generation, slot, kind, name)))",

    R"(CREATE TABLE piece (
  run BIGINT NOT NULL,
  id BIGINT NOT NULL,
  generation BIGINT NOT NULL,
  order_key {bytes} NOT NULL,
  content {bytes} NOT NULL,
  PRIMARY KEY (run, id)))",

    R"(CREATE TABLE bug (
  run BIGINT NOT NULL,
  generation BIGINT NOT NULL,
  fingerprint TEXT NOT NULL,
  order_key {bytes} NOT NULL,
  summary TEXT NOT NULL,
  trace TEXT NOT NULL,
  occurrences BIGINT NOT NULL,
  PRIMARY KEY (run, generation, fingerprint)))",

    R"(CREATE TABLE remark (
  run BIGINT NOT NULL,
  generation BIGINT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (run, generation, kind, text)))",
};

}  // namespace

std::vector<std::string> schema_statements(const Dialect& dialect) {
  std::vector<std::string> statements;
  for (const char* text : kStatements)
    statements.push_back(
        fmt::format(fmt::runtime(text), fmt::arg("identity", dialect.identity), fmt::arg("bytes", dialect.bytes)));
  statements.push_back(fmt::format("INSERT INTO store (version) VALUES ({})", kSchemaVersion));
  return statements;
}

}  // namespace mazurka::fleet
