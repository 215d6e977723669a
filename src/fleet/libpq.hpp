// PostgreSQL's client library, loaded when it is first needed. It brings twenty other libraries with it, which would
// make every start of mazurka 5 ms longer; and a machine without it can still do everything else.
#pragma once

#include <libpq-fe.h>

#include <string>

#include "base/result.hpp"

namespace mazurka::fleet {

// Its functions, without their PQ.
struct Libpq {
  decltype(&::PQconnectdbParams) connectdb_params;
  decltype(&::PQpingParams) ping_params;
  decltype(&::PQconninfoParse) conninfo_parse;
  decltype(&::PQconninfoFree) conninfo_free;
  decltype(&::PQfreemem) freemem;
  decltype(&::PQsetNoticeProcessor) set_notice_processor;
  decltype(&::PQstatus) status;
  decltype(&::PQerrorMessage) error_message;
  decltype(&::PQfinish) finish;
  decltype(&::PQexecParams) exec_params;
  decltype(&::PQresultStatus) result_status;
  decltype(&::PQresultErrorField) result_error_field;
  decltype(&::PQresultErrorMessage) result_error_message;
  decltype(&::PQclear) clear;
  decltype(&::PQntuples) ntuples;
  decltype(&::PQnfields) nfields;
  decltype(&::PQftype) ftype;
  decltype(&::PQgetisnull) getisnull;
  decltype(&::PQgetvalue) getvalue;
  decltype(&::PQgetlength) getlength;
  decltype(&::PQcmdTuples) cmd_tuples;
  decltype(&::PQcmdStatus) cmd_status;
};

// The same for all callers, and never unloaded; or why it cannot be had.
Result<const Libpq*, std::string> libpq();

}  // namespace mazurka::fleet
