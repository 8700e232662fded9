/** The findings that need the operator's attention. */
import type {
  CompanyHealth,
  OpenProcessGroup,
  CertificateView,
  ClientView,
  WebhookEndpointView
} from "@sheaf/domain/OperatorViews"

/** A step that has been due for this long is late. In milliseconds. */
const late = 60_000

/** Returns true if a step should have run long ago. */
export const isLate = ({ activity, dueAt }: OpenProcessGroup): boolean =>
  activity === "DUE" && Date.now() - Date.parse(dueAt) > late

const day = 24 * 60 * 60 * 1000

/** How urgent a certificate's replacement is: as in the alerts on certificates, because a bank's issuer can take weeks. */
export const urgencyOf = (
  { expiresAt, owner }: CertificateView,
  now = Date.now()
): "EXPIRED" | "LAST_DAYS" | "URGENT" | "SOON" | "LATER" => {
  const days = (Date.parse(expiresAt) - now) / day
  if (days < 0) return "EXPIRED"
  if (days < 3) return "LAST_DAYS"
  if (owner !== "BANK") return days < 7 ? "SOON" : "LATER"
  if (days < 14) return "URGENT"
  return days < 30 ? "SOON" : "LATER"
}

/** Returns true if the certificate is in use and expires soon, or has expired. */
const isExpiring = (certificate: CertificateView): boolean =>
  certificate.revokedAt === undefined && urgencyOf(certificate) !== "LATER"

/** The calls of a company fail if at least this many, and at least this share of all, have failed since the process started. */
const failing = { calls: 2, share: 0.1 }

/** Returns true if so many calls fail that somebody should look, even if the company still counts as operational. */
export const isFailing = ({ calls, failures }: CompanyHealth): boolean => {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  return failed >= failing.calls && failed >= failing.share * calls
}

/** A success rate below this needs attention. */
export const lowRate = 0.9

/** The lists that the console shows. */
export interface ConsoleData {
  readonly companies: ReadonlyArray<CompanyHealth>
  readonly certificates: ReadonlyArray<CertificateView>
  readonly work: ReadonlyArray<OpenProcessGroup>
  readonly endpoints: ReadonlyArray<WebhookEndpointView>
  readonly clients: ReadonlyArray<ClientView>
}

/** Findings of one kind. */
export interface Finding {
  readonly text: string
  readonly count: number
  /** The route of the table with the details. */
  readonly route: string
}

const companyTexts: ReadonlyArray<readonly [CompanyHealth["status"], string]> = [
  ["UNAVAILABLE", "Unavailable companies"],
  ["DEGRADED", "Degraded companies"],
  ["MAINTENANCE", "Companies in maintenance"]
]

const hasAltered = ({ keys }: ClientView) => keys.some(({ state }) => state === "ALTERED")

const hasFailed = ({ disabledReason = "BY_CLIENT" }: WebhookEndpointView) => disabledReason !== "BY_CLIENT"

/** Returns the findings, without those that are not there. */
export const findingsOf = ({
  certificates,
  clients,
  companies,
  endpoints,
  work
}: ConsoleData): ReadonlyArray<Finding> =>
  [
    ...companyTexts.map(([status, text]) => ({
      text,
      count: companies.filter((company) => company.status === status).length,
      route: "companies"
    })),
    // The other statuses have already been counted.
    {
      text: "Operational companies with failing calls",
      count: companies.filter((company) => company.status === "OPERATIONAL" && isFailing(company)).length,
      route: "companies"
    },
    {
      text: "Companies whose records have changed their shape",
      count: companies.filter(({ drifts }) => drifts.length > 0).length,
      route: "companies"
    },
    { text: "Certificates that expire soon", count: certificates.filter(isExpiring).length, route: "certificates" },
    { text: "Statuses with late work", count: work.filter(isLate).length, route: "work" },
    { text: "Endpoints disabled after failures", count: endpoints.filter(hasFailed).length, route: "deliveries" },
    {
      text: "Endpoints that wait for another attempt",
      count: endpoints.filter(({ waiting }) => waiting > 0).length,
      route: "deliveries"
    },
    {
      text: "Clients whose keys were changed outside Sheaf",
      count: clients.filter(hasAltered).length,
      route: "clients"
    }
  ].filter(({ count }) => count > 0)
