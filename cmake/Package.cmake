# SPDX-License-Identifier: MIT
# What `cmake --install` puts under its prefix: the program, the header of plug-ins, the kernels as a plug-in, and a
# package that find_package(pto-cts) finds, wherever the prefix is moved to.
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/pto-cts")
set_target_properties(backend_abi PROPERTIES EXPORT_NAME backend)
install(TARGETS backend_abi pto-cts simd_plugin EXPORT pto-cts
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/pto-cts")
install(FILES harness/backend/pto_cts_backend.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
if(TARGET prove_rules)
  install(DIRECTORY "${PROJECT_BINARY_DIR}/catalogue" DESTINATION "${CMAKE_INSTALL_DATADIR}/pto-cts" PATTERN stamp EXCLUDE)
endif()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/pto-cts")

install(EXPORT pto-cts NAMESPACE pto-cts:: FILE pto-cts-targets.cmake DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/pto-cts-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/pto-cts-config-version.cmake" cmake/package/pto-cts-config.cmake
  cmake/package/pto-cts-certification.cmake DESTINATION "${package_folder}")
