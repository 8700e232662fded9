/** Why a collection or consent has not succeeded, in words, and what an operator can do about it. */
import type { FailedCollection, Story } from "@sheaf/domain/OperatorViews"
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
  if (others === 0) return <>No other collection at {nameOf(company)} has failed in 24 hours.</>
  return (
    <>
      {failures.length >= maxFailures ? `At least ${whole(others)}` : whole(others)} other{" "}
      {others === 1 ? "collection" : "collections"} failed in 24 hours.{" "}
      <a href={`#/companies/${company}`}>Show {nameOf(company)}</a>
    </>
  )
}

export const Explanation = ({ story: { facts, id, kind } }: { readonly story: Story }) => {
  const { company, failure, reason = failure, status = "" } = facts
  if (kind !== "COLLECTION" && kind !== "CONSENT") return null
  const explained = explanationOf(kind, status, reason)
  if (explained === undefined) return null
  const { isFailure, step, what } = explained
  return (
    <section class={`explanation explanation--${isFailure ? "danger" : "notice"}`} aria-label="Explanation">
      <dl>
        <div>
          <dt>What happened</dt>
          <dd>{what}</dd>
        </div>
        <div>
          <dt>What to do</dt>
          <dd>{step}</dd>
        </div>
        {isFailure && kind === "COLLECTION" && company !== undefined && (
          <div>
            <dt>Others</dt>
            <dd>
              <Others company={company} id={id} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
