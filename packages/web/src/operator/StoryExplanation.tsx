/** Why a collection or consent has not succeeded, in words, and what an operator can do about it. */
import type { FailedCollection, Story } from "@sheaf/domain/OperatorViews"
import { Copyable } from "./CopyButton.tsx"
import { ExplanationBox } from "./ExplanationBox.tsx"
import { whole } from "./Figures.ts"
import { useLiveData } from "./LiveData.ts"
import { nameOf } from "./Names.tsx"
import { explanationOf } from "./Statuses.ts"

/** The service's response contains at most this many failures, the newest ones. */
const maxFailures = 10

/**
 * Says whether other collections at the company failed too. This distinguishes a single failure from a broken company.
 */
const Others = ({ company, id }: { readonly company: string; readonly id: string }) => {
  const failures = useLiveData<ReadonlyArray<FailedCollection>>(
    `failures?company=${encodeURIComponent(company)}&window=DAY`
  ).value
  if (failures === undefined) return null
  const others = failures.filter(({ collectionId }) => collectionId !== id).length
  if (others === 0) return <>No other collection at {nameOf(company)} has failed in the last 24 hours.</>
  return (
    <>
      {failures.length >= maxFailures ? `At least ${whole(others)}` : whole(others)} other{" "}
      {others === 1 ? "collection" : "collections"} failed in the last 24 hours.{" "}
      <a href={`#/companies/${company}`}>Show {nameOf(company)}</a>
    </>
  )
}

interface LogEntriesProps {
  readonly id: string
  readonly endedAt: string
}

/** Where the logs say more: at which time, and under which id. */
const LogEntries = ({ endedAt, id }: LogEntriesProps) => (
  <ul>
    <li>
      It ended at <Copyable>{endedAt}</Copyable>
    </li>
    <li>
      In the connector's log, its calls have an <code>Idempotency-Key</code> that begins with{" "}
      <Copyable>{`${id}/`}</Copyable>
    </li>
    <li>
      In Sheaf's log (stderr), look for <Copyable>{id}</Copyable>
    </li>
  </ul>
)

export const Explanation = ({ story: { facts, id, kind, steps } }: { readonly story: Story }) => {
  const { company, failure, reason = failure, status = "" } = facts
  if (kind !== "COLLECTION" && kind !== "CONSENT") return null
  const explained = explanationOf(kind, status, reason)
  if (explained === undefined) return null
  const { isFailure, step, what } = explained
  const endedAt = steps.find(({ what }) => what === "ended")?.at
  const isLost = isFailure && kind === "COLLECTION"
  return (
    <ExplanationBox
      parts={[
        ["What happened", what],
        ["What to do", step],
        ...(isLost && endedAt !== undefined
          ? [["In the logs", <LogEntries id={id} endedAt={endedAt} />] as const]
          : []),
        ...(isLost && company !== undefined ? [["Others", <Others company={company} id={id} />] as const] : [])
      ]}
    />
  )
}
