/** The certificates that expire next. */
import type { CertificateView } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { urgencyOf } from "./Findings.ts"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"

const owners: Readonly<Record<CertificateView["owner"], string>> = {
  SERVER: "This service",
  CLIENT_AUTHORITY: "Authority for clients",
  CLIENT: "Client",
  BANK: "This service at a bank"
}

const badges = {
  EXPIRED: { tone: "danger", text: "EXPIRED" },
  LAST_DAYS: { tone: "danger", text: "EXPIRES IN DAYS" },
  URGENT: { tone: "danger", text: "EXPIRES VERY SOON" },
  SOON: { tone: "notice", text: "EXPIRES SOON" },
  LATER: { tone: "success", text: "VALID" }
} as const

const State = (certificate: CertificateView) => {
  if (certificate.revokedAt !== undefined) return <Badge tone="neutral">REVOKED</Badge>
  const { text, tone } = badges[urgencyOf(certificate)]
  return <Badge tone={tone}>{text}</Badge>
}

export const CertificateList = () => (
  <LiveValue live={useLiveData<ReadonlyArray<CertificateView>>("certificates")}>
    {(certificates) => (
      <DataTable
        caption="Which certificate expires next?"
        empty="Mutual TLS is off, and no client and no bank has a certificate."
        rows={certificates.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt))}
        keyOf={({ owner, serial, use }) => `${owner} ${serial ?? use}`}
        columns={[
          { title: "Expires", cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
          { title: "Owner", cell: ({ owner }) => owners[owner] },
          { title: "Bank", cell: ({ use }) => use && <code>{use}</code> },
          { title: "Client", cell: ({ clientId }) => clientId && <code>{clientId}</code> },
          { title: "Serial number", isLong: true, cell: ({ serial }) => serial && <code>{serial}</code> },
          { title: "State", cell: (certificate) => <State {...certificate} /> },
          { title: "Revoked because of", cell: ({ reason }) => reason }
        ]}
      />
    )}
  </LiveValue>
)
