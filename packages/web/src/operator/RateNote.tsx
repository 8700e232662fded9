/** What a success rate counts. Each page with success rates of collections says it once. */
import { lowRateText } from "./Thresholds.ts"

export const RateNote = () => (
  <p class="note note--rate">
    <strong>Success rate:</strong> the share of collections that completed, out of those that completed or failed for a
    technical reason. Those that the person ended, such as by a wrong password, are left out. Below {lowRateText}, it
    needs attention.
  </p>
)
