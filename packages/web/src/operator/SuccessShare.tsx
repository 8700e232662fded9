/**
 * Shows a success rate. Highlights a rate that needs attention, and marks one that comes from too few collections or
 * runs to judge.
 */
import { Badge } from "../components/Badge.tsx"
import { percent } from "./Figures.ts"
import { isLow, isUnsure, unsureText } from "./Findings.ts"
import type { Ends } from "./Findings.ts"
import { shareOf } from "./History.tsx"

export const SuccessShare = (ends: Ends) => {
  const share = shareOf(ends)
  if (share === undefined) return <>–</>
  if (isLow(ends)) return <Badge tone="notice">{percent(share)}</Badge>
  if (!isUnsure(ends)) return <>{percent(share)}</>
  return (
    <span class="pair soft">
      {percent(share)}
      <small>{unsureText(ends)}</small>
    </span>
  )
}
