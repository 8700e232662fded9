/** Small drawings of the groups of records. The text beside them carries the meaning. */
import type { RecordGroup } from "./calls/CollectedRecords.ts"

/** Outlines on a grid of 24 by 24. */
const outlines: Readonly<Record<RecordGroup, string>> = {
  insurance: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z M9 12l2 2 4-4",
  pension: "M12 20v-9 M12 11c0-4 3-6 7-6 0 4-3 6-7 6z M12 14c0-3-2-5-6-5 0 3 2 5 6 5z M6 20h12",
  account: "M3 9l9-5 9 5 M4 20h16 M6 10v8 M10 10v8 M14 10v8 M18 10v8",
  investment: "M4 19h16 M5 15l4-4 3 3 7-8 M15 6h4v4",
  loan: "M4 11l8-6 8 6 M6 10v9h12v-9 M10 19v-5h4v5"
}

export const GroupIcon = ({ group }: { readonly group: RecordGroup }) => (
  <svg class={`icon icon--${group}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={outlines[group]} />
  </svg>
)
