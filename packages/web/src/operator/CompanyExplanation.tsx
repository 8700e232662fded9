/** What is wrong at a company, since when, why, and what an operator can do about it. */
import type { CompanyHealth, FailedCollection, ServiceHistory } from "@sheaf/domain/OperatorViews"
import { reasonsFor } from "./CompanyFindings.ts"
import { whole } from "./Figures.ts"
import { ExplanationBox } from "./ExplanationBox.tsx"
import { companySteps, reasonText } from "./Statuses.ts"
import { sumOfEnds } from "./Thresholds.ts"

/** Returns the most frequent reason among the failures, with its number. */
const commonReason = (failures: ReadonlyArray<FailedCollection>) => {
  const groups = [...Map.groupBy(failures, ({ reason }) => reason)]
  const [most] = groups.toSorted(([, one], [, other]) => other.length - one.length)
  const [reason, [first, ...others] = []] = most ?? []
  return reason === undefined || first === undefined ? undefined : { reason, first, count: 1 + others.length }
}

export interface CompanyExplanationProps {
  readonly health: CompanyHealth
  readonly day: Pick<ServiceHistory, "methods">
  /** The newest failures. */
  readonly failures: ReadonlyArray<FailedCollection>
}

/** Shows nothing about a company that needs nobody. */
export const CompanyExplanation = ({ day, failures, health }: CompanyExplanationProps) => {
  const reasons = reasonsFor(health, day)
  const [worst] = reasons
  if (worst === undefined) return null
  const common = worst.rate === undefined ? undefined : commonReason(failures)
  const failed = sumOfEnds(
    day.methods.filter((method) => method.company === health.company).map(({ total }) => total)
  ).failed
  return (
    <ExplanationBox
      tone={worst.tone}
      parts={[
        [
          "What is wrong",
          <ul>
            {reasons.map(({ figure, methods, text }) => (
              <li key={text}>{[text, figure, methods].filter((part) => part !== undefined).join(" · ")}</li>
            ))}
          </ul>
        ],
        ...(failed === 0
          ? []
          : [
              [
                "Affected",
                `${whole(failed)} ${failed === 1 ? "collection" : "collections"} failed, last 24 hours`
              ] as const
            ]),
        ...(common === undefined
          ? []
          : [
              [
                "Cause",
                <>
                  {reasonText(common.reason)}{" "}
                  <span class="soft">
                    {whole(common.count)} of the newest {whole(failures.length)} failures
                  </span>
                </>
              ] as const
            ]),
        [
          "What to do",
          <>
            {(common && companySteps[common.reason]) ?? worst.step}{" "}
            {common && (
              <a href={`#/search/${common.first.collectionId}`}>
                Show the newest of them, with what to look for in the logs
              </a>
            )}
          </>
        ]
      ]}
    />
  )
}
