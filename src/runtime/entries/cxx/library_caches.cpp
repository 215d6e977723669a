#include "runtime/entries/cxx/library_caches.hpp"

#include <dlfcn.h>

namespace mazurka::runtime {

namespace {

template <class Function>
Function* find(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace

void fill_library_caches() {
  auto* classic = find<const void*()>("_ZNSt6locale7classicEv");
  auto* ctype_of = find<const void*(const void*)>("_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale");
  auto* fill_narrow = find<void(const void*)>("_ZNKSt5ctypeIcE14_M_narrow_initEv");
  auto* fill_widen = find<void(const void*)>("_ZNKSt5ctypeIcE13_M_widen_initEv");
  if (classic == nullptr || ctype_of == nullptr || fill_narrow == nullptr || fill_widen == nullptr) return;
  const void* facet = ctype_of(classic());
  fill_narrow(facet);
  fill_widen(facet);
}

}  // namespace mazurka::runtime
