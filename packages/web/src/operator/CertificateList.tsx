/** The certificates that expire next. */
import type { CertificateView } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { whole } from "./Figures.ts"
import { daysLeft, urgencyOf } from "./Thresholds.ts"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import { ClientName } from "./Names.tsx"
import { Id } from "./Words.tsx"

const owners: Readonly<Record<CertificateView["owner"], string>> = {
  SERVER: "This service",
  CLIENT_AUTHORITY: "Authority for clients",
  CLIENT: "Client",
  BANK: "This service at a bank"
}

/**
 * Shows the kind of owner. If the certificate belongs to a client or is used at a bank, also shows the client's name or
 * the use.
 */
const Owner = ({ clientId, owner, use }: CertificateView) => {
  if (clientId === undefined && use === undefined) return <>{owners[owner]}</>
  return (
    <span class="pair">
      {clientId === undefined ? <code>{use}</code> : <ClientName clientId={clientId} />}
      <span class="soft">{owners[owner]}</span>
    </span>
  )
}

/** Returns the day of a time, in UTC. */
const dayText = (at: string): string =>
  new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })

/** Returns a revocation reason (RFC 5280) in words, such as "key compromise" for `keyCompromise`. */
const reasonText = (reason: string): string => reason.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const badges = {
  EXPIRED: { tone: "danger", text: "Expired" },
  LAST_DAYS: { tone: "danger", text: "Expires within days" },
  URGENT: { tone: "danger", text: "Expires very soon" },
  SOON: { tone: "neutral", text: "Expires soon" },
  LATER: { tone: "success", text: "Valid" }
} as const

const State = (certificate: CertificateView) => {
  const { reason, revokedAt } = certificate
  if (revokedAt !== undefined)
    return <Badge tone="neutral">{reason === undefined ? "Revoked" : `Revoked: ${reasonText(reason)}`}</Badge>
  const { text, tone } = badges[urgencyOf(certificate)]
  return <Badge tone={tone}>{text}</Badge>
}

/** The length of the scale, in days. A certificate with more days left fills the scale. */
const scale = 90

/** Returns how many days before it expires a certificate needs attention. The alerts use the same numbers of days. */
const alertsOf = ({ owner }: CertificateView): string =>
  owner === "BANK" ? "30, 14 and 3 days left" : "7 and 3 days left"

const DaysLeft = (certificate: CertificateView) => {
  const days = Math.max(0, Math.floor(daysLeft(certificate)))
  const tone = certificate.revokedAt === undefined ? badges[urgencyOf(certificate)].tone : "neutral"
  return (
    <span class="days">
      <svg viewBox={`0 0 ${scale} 10`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="days__all" width={scale} height="10" />
        <rect class={`chart__bar chart--${tone}`} width={Math.min(scale, days)} height="10" />
      </svg>
      {whole(days)}
    </span>
  )
}

export const CertificateList = () => (
  <LiveValue live={useLiveData<ReadonlyArray<CertificateView>>("certificates")}>
    {(certificates) => (
      <DataTable
        caption="Certificates by expiry"
        isOnly
        empty="Mutual TLS is off, and no client and no bank has a certificate."
        rows={certificates.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt))}
        keyOf={({ owner, serial, use }) => `${owner} ${serial ?? use}`}
        columns={[
          { title: "Certificate", cell: (certificate) => <Owner {...certificate} /> },
          { title: "State", cell: (certificate) => <State {...certificate} /> },
          { title: "Days left", cell: (certificate) => <DaysLeft {...certificate} /> },
          { title: "Alerts at", cell: alertsOf },
          { title: "Expires", cell: ({ expiresAt }) => <time dateTime={expiresAt}>{dayText(expiresAt)}</time> },
          { title: "Serial number", cell: ({ serial }) => serial && <Id>{serial}</Id> }
        ]}
      />
    )}
  </LiveValue>
)
