/** Parts that the list of companies and the page of one company share. */
import type { CompanyHealth, MethodHistory } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import type { BadgeTone } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "./RelativeTime.tsx"
import { shareOf } from "./History.tsx"
import { CompanyLink } from "./Names.tsx"
import { Method, wordsOf } from "./Words.tsx"

const tones: Readonly<Record<CompanyHealth["status"], BadgeTone>> = {
  OPERATIONAL: "success",
  DEGRADED: "notice",
  MAINTENANCE: "neutral",
  UNAVAILABLE: "danger"
}

export interface StatusProps {
  readonly status: CompanyHealth["status"]
  /** True if collections fail although the company is operational, or if too few collections have ended to tell. */
  readonly isDoubtful: boolean
}

/** A company's status, in green only if nothing contradicts it. */
export const Status = ({ isDoubtful, status }: StatusProps) => (
  <Badge tone={isDoubtful && status === "OPERATIONAL" ? "neutral" : tones[status]}>{wordsOf(status)}</Badge>
)

/** Compares methods by success rate, lowest first. Methods without a success rate come last. */
export const worstFirst = (one: MethodHistory, other: MethodHistory): number =>
  (shareOf(one.total) ?? 2) - (shareOf(other.total) ?? 2)

export interface DriftsProps {
  readonly companies: ReadonlyArray<CompanyHealth>
}

export const Drifts = ({ companies }: DriftsProps) => (
  <DataTable
    caption="Changed records"
    empty="None. All records have the members of earlier ones."
    rows={companies.flatMap(({ company, drifts }) => drifts.map((drift) => ({ company, ...drift })))}
    keyOf={({ company, found, kind, loginMethod, member }) => [company, loginMethod, kind, member, found].join(" ")}
    columns={[
      { title: "Company", cell: ({ company }) => <CompanyLink company={company} /> },
      { title: "Login method", cell: ({ loginMethod }) => <Method>{loginMethod}</Method> },
      { title: "Since", cell: ({ since }) => <RelativeTime at={since} /> },
      { title: "Change", isLong: true, cell: ({ text }) => <Badge tone="notice">{text}</Badge> }
    ]}
  />
)
