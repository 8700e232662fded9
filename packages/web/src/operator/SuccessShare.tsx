/** A success rate, and whether it needs attention. Too few collections or runs give counts instead of a rate. */
import { percent, whole } from "./Figures.ts"
import { shareOf } from "./History.tsx"
import { isUnsure, toneOfEnds } from "./Thresholds.ts"
import type { Ends } from "./Thresholds.ts"

export interface SuccessShareProps extends Ends {
  /** How many ended because of the person. They are not in the rate. */
  readonly other?: number
}

export const SuccessShare = ({ other = 0, ...ends }: SuccessShareProps) => {
  const { failed, succeeded } = ends
  const share = shareOf(ends)
  if (share === undefined && other === 0) return <>–</>
  if (share !== undefined && !isUnsure(ends))
    return <span class={`share share--${toneOfEnds(ends)}`}>{percent(share)}</span>
  if (share === undefined) return <small class="soft">ended by the person</small>
  return (
    <span class="pair soft">
      {whole(succeeded)} of {whole(succeeded + failed)}
      <small>too few failures to judge</small>
    </span>
  )
}
