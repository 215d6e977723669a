# find_package(Mazurka): the checker and a function that makes a test of a check.
#
#   mazurka_add_test(NAME queue SOURCES queue_test.cpp [LIBS pthread] [FLAGS -O1] [OPTIONS --max-time=60] [ARGS 3]
#                    [EXPECT verified|bug|KIND] [INCOMPLETE skip|fail])
#
# The sources are compiled by Mazurka itself, at the time of the test. EXPECT bug passes if any bug is found, EXPECT
# data_race (or another kind, as in the JSON report) if the first bug is of this kind. An incomplete verdict is a
# skipped test, or a failed one. The label of all these tests is "mazurka". Names with spaces need
# cmake_minimum_required(VERSION 3.19) or later.
get_filename_component(MAZURKA_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(MAZURKA_EXECUTABLE "${MAZURKA_PREFIX}/bin/mazurka")
set(MAZURKA_C_COMPILER "${MAZURKA_PREFIX}/bin/mazurka-cc")
set(MAZURKA_CXX_COMPILER "${MAZURKA_PREFIX}/bin/mazurka-c++")
set(MAZURKA_INCLUDE_DIRS "${MAZURKA_PREFIX}/include")
if(NOT EXISTS "${MAZURKA_EXECUTABLE}")
  set(Mazurka_FOUND FALSE)
  set(Mazurka_NOT_FOUND_MESSAGE "'${MAZURKA_EXECUTABLE}' is missing: install Mazurka again")
  return()
endif()

if(NOT TARGET Mazurka::mazurka)
  # <mazurka/mazurka.h>: what a program may tell the checker.
  add_library(Mazurka::mazurka INTERFACE IMPORTED)
  set_target_properties(Mazurka::mazurka PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${MAZURKA_INCLUDE_DIRS}")
endif()

function(mazurka_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 T "" "NAME;EXPECT;INCOMPLETE" "SOURCES;LIBS;FLAGS;OPTIONS;ARGS")
  if(NOT T_NAME OR NOT T_SOURCES)
    message(FATAL_ERROR "mazurka_add_test needs a NAME and SOURCES")
  endif()
  if(T_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "mazurka_add_test(${T_NAME}): unknown arguments: ${T_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT T_EXPECT)
    set(T_EXPECT verified)
  endif()
  if(NOT T_INCOMPLETE)
    set(T_INCOMPLETE skip)
  endif()
  if(NOT T_INCOMPLETE MATCHES "^(skip|fail)$")
    message(FATAL_ERROR "mazurka_add_test(${T_NAME}): INCOMPLETE is '${T_INCOMPLETE}', expected skip or fail")
  endif()
  set(files)
  foreach(source IN LISTS T_SOURCES)
    get_filename_component(path "${source}" ABSOLUTE)
    list(APPEND files "${path}")
  endforeach()
  set(libraries ${T_LIBS})
  list(TRANSFORM libraries PREPEND -l)
  set(command "${MAZURKA_EXECUTABLE}" check ${files} ${T_FLAGS} ${libraries} ${T_OPTIONS} --quiet
    --out "${CMAKE_CURRENT_BINARY_DIR}/mazurka/${T_NAME}")
  if(T_ARGS)
    list(APPEND command -- ${T_ARGS})
  endif()
  add_test(NAME "${T_NAME}" COMMAND "${CMAKE_COMMAND}" "-DEXPECT=${T_EXPECT}" "-DINCOMPLETE=${T_INCOMPLETE}"
    -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/MazurkaRun.cmake" -- ${command})
  # MazurkaRun.cmake says this of a verdict that is incomplete.
  set_tests_properties("${T_NAME}" PROPERTIES LABELS mazurka SKIP_REGULAR_EXPRESSION "mazurka: skipped")
endfunction()
