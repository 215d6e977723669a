# `cmake --install` puts everything under one prefix, from which it works without the sources; `cpack` makes a Debian
# package of that. Paths are relative to the program, so the prefix may be moved.
include(GNUInstallDirs)

# By this path, whatever the system's own library folder is called: the program looks for it there.
set(runtime_folder lib/mazurka)

install(TARGETS mazurka mazurka-cc mazurka-c++ RUNTIME DESTINATION bin)
install(TARGETS mazurka_runtime LIBRARY DESTINATION ${runtime_folder})
install(TARGETS mazurka-assembler mazurka-linker mazurka-solver RUNTIME DESTINATION ${runtime_folder}/tools)
foreach(plugin mazurka_gcc_calls mazurka_gcc_leftovers mazurka_clang_plugin mazurka_clang_pass)
  if(TARGET ${plugin})
    install(TARGETS ${plugin} LIBRARY DESTINATION ${runtime_folder}/plugins)
  endif()
endforeach()
# Links by which compilers find our linker and our runtime.
install(FILES ${PROJECT_BINARY_DIR}/lib/tools/ld.bfd ${PROJECT_BINARY_DIR}/lib/tools/ld.gold ${PROJECT_BINARY_DIR}/lib/tools/ld.lld
  DESTINATION ${runtime_folder}/tools)
install(FILES ${PROJECT_BINARY_DIR}/lib/tsan/libtsan.so ${PROJECT_BINARY_DIR}/lib/tsan/libubsan.so
  DESTINATION ${runtime_folder}/tsan)
if(TARGET mazurka_openmp)
  install(FILES ${PROJECT_BINARY_DIR}/lib/openmp/libgomp.so ${PROJECT_BINARY_DIR}/lib/openmp/libmazurka-openmp.a
    DESTINATION ${runtime_folder}/openmp)
endif()
install(DIRECTORY include/mazurka DESTINATION include)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE DESTINATION share/doc/mazurka)
install(DIRECTORY docs examples DESTINATION share/doc/mazurka)

# find_package(Mazurka)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/MazurkaConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES cmake/MazurkaConfig.cmake cmake/MazurkaRun.cmake cmake/MazurkaDiscover.cmake ${PROJECT_BINARY_DIR}/MazurkaConfigVersion.cmake DESTINATION lib/cmake/Mazurka)

configure_file(cmake/mazurka.pc.in ${PROJECT_BINARY_DIR}/mazurka.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mazurka.pc DESTINATION lib/pkgconfig)

# Manual pages and completions are made of the help texts (src/cli/manual.hpp).
set(manual ${PROJECT_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${manual}/made COMMAND $<TARGET_FILE:mazurka> manual ${manual}
  COMMAND ${CMAKE_COMMAND} -E touch ${manual}/made DEPENDS mazurka)
add_custom_target(manual ALL DEPENDS ${manual}/made)
install(DIRECTORY ${manual}/man1 DESTINATION share/man)
install(FILES ${manual}/mazurka.bash RENAME mazurka DESTINATION share/bash-completion/completions)
install(FILES ${manual}/_mazurka DESTINATION share/zsh/vendor-completions)

# The package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mazurka)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_CONTACT "Mazurka <mazurka@localhost>")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "gcc, g++, binutils")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang, libpq5, gdb")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES OFF)
include(CPack)
