#pragma once
#include <algorithm>
#include <vector>
#include <rivulet/runtime/state_bytes.hpp>
namespace rivulet {
struct SortOptions { MemoryLimit memoryLimit{}; };
template <class Row, class Less> class Sort { public: Sort(SortOptions, Less l):less(l){} template<class R> void add(const R& r){ rows.push_back(Row::from(r)); } template<class E> void finish(E&& e){ std::stable_sort(rows.begin(),rows.end(),less); for(auto& r:rows) e(r);} Less less; std::vector<Row> rows; };
}
