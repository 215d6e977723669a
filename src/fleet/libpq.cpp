#include "fleet/libpq.hpp"

#include <dlfcn.h>

namespace mazurka::fleet {

namespace {

constexpr const char* kLibraryName = "libpq.so.5";

struct Loaded {
  Libpq functions{};
  std::string trouble;

  Loaded() {
    void* library = dlopen(kLibraryName, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      trouble = std::string("PostgreSQL's client library is not installed (apt-get install libpq5): ") + dlerror();
      return;
    }
    find(library, "PQconnectdbParams", functions.connectdb_params);
    find(library, "PQpingParams", functions.ping_params);
    find(library, "PQconninfoParse", functions.conninfo_parse);
    find(library, "PQconninfoFree", functions.conninfo_free);
    find(library, "PQfreemem", functions.freemem);
    find(library, "PQsetNoticeProcessor", functions.set_notice_processor);
    find(library, "PQstatus", functions.status);
    find(library, "PQerrorMessage", functions.error_message);
    find(library, "PQfinish", functions.finish);
    find(library, "PQexecParams", functions.exec_params);
    find(library, "PQresultStatus", functions.result_status);
    find(library, "PQresultErrorField", functions.result_error_field);
    find(library, "PQresultErrorMessage", functions.result_error_message);
    find(library, "PQclear", functions.clear);
    find(library, "PQntuples", functions.ntuples);
    find(library, "PQnfields", functions.nfields);
    find(library, "PQftype", functions.ftype);
    find(library, "PQgetisnull", functions.getisnull);
    find(library, "PQgetvalue", functions.getvalue);
    find(library, "PQgetlength", functions.getlength);
    find(library, "PQcmdTuples", functions.cmd_tuples);
    find(library, "PQcmdStatus", functions.cmd_status);
  }

  template <class Function>
  void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) trouble = std::string(kLibraryName) + " has no function " + name;
  }
};

}  // namespace

Result<const Libpq*, std::string> libpq() {
  static const Loaded loaded;
  if (!loaded.trouble.empty()) return loaded.trouble;
  return &loaded.functions;
}

}  // namespace mazurka::fleet
