#include "trace/anttracks/slot_order.h"

#include <algorithm>

namespace heaptrail::anttracks {

namespace {

/// References list the three fields that the collector treats apart in front of the others, behind them, or not at all,
/// depending on collector and on what happens to the reference.
bool arrangeReference(const VisitOrder& order, std::span<const uint32_t> list, bool reversed,
                      std::span<const uint32_t> before, std::vector<uint32_t>& slots) {
  const size_t ordinary = order.forward.size();
  if (list.size() < ordinary || list.size() > ordinary + 3) return false;
  const size_t special = list.size() - ordinary;
  for (const uint32_t slot : {order.referent, order.next, order.discovered}) {
    if (slot < before.size()) slots[slot] = before[slot];
  }
  // Backwards, Parallel puts them in front; forwards, all three come last.
  const std::span<const uint32_t> apart = reversed ? list.first(special) : list.last(special);
  const std::span<const uint32_t> others = reversed ? list.last(ordinary) : list.first(ordinary);
  for (size_t i = 0; i < ordinary; ++i) slots[order.forward[reversed ? ordinary - 1 - i : i]] = others[i];
  if (special == 3) {
    slots[order.referent] = apart[0];
    slots[order.next] = reversed ? apart[2] : apart[1];
    slots[order.discovered] = reversed ? apart[1] : apart[2];
  } else if (special == 2) {
    slots[order.referent] = apart[0];
    slots[order.next] = apart[1];
    slots[order.discovered] = 0;
  } else if (special == 1) {
    slots[apart[0] == 0 ? order.next : order.referent] = apart[0];
  }
  return true;
}

}  // namespace

Arranged arrange(const TypeTable& types, const ObjectStore::Row& object, std::span<const uint32_t> list, bool reversed,
                 std::span<const uint32_t> before, std::vector<uint32_t>& memory) {
  const Arranged misfit{list.empty() ? ListFit::kNothing : ListFit::kPartly, {}};
  const TypeLayout& layout = types.layout(object.type);
  if (layout.isArray) return list.size() == object.extent ? Arranged{ListFit::kWhole, list} : misfit;
  const VisitOrder& order = types.visitOrder(object.type);
  const size_t fields = order.forward.size();
  if (order.isReference) {
    memory.assign(order.slots(), 0);
    return arrangeReference(order, list, reversed, before, memory) ? Arranged{ListFit::kWhole, memory} : misfit;
  }
  if (list.size() < fields || (!layout.isClass && list.size() > fields)) return misfit;
  memory.resize(list.size());
  for (size_t i = 0; i < fields; ++i) memory[order.forward[reversed ? fields - 1 - i : i]] = list[i];
  // Static fields stand behind those of the class object, always forwards.
  std::ranges::copy(list.subspan(fields), memory.begin() + static_cast<ptrdiff_t>(fields));
  return {ListFit::kWhole, memory};
}

}  // namespace heaptrail::anttracks
