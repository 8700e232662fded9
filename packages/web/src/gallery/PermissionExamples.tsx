/** The screens of monitors and permissions, with examples. */
import type { ComponentType } from "preact"
import { MonitorDoneScreen, MonitorImpossibleScreen, MonitorScreen } from "../connect/screens/MonitorScreen.tsx"
import type { Permission, PermittedMonitor } from "../connect/models/Permission.ts"
import { PermissionScreen } from "../connect/screens/PermissionScreen.tsx"
import { WelcomeScreen } from "../connect/screens/WelcomeScreen.tsx"
import { t } from "../texts/Texts.ts"

const none = () => {}
const done = () => Promise.resolve(true)
const actions = { onEnd: done, onForget: done, onPause: done, onReceipt: done }
const client = "Ekonomiassistenten i Norden AB"
const company = "Nordhem Försäkring"

const daily: PermittedMonitor = {
  id: "5",
  name: "Fjällbanken",
  status: "ACTIVE",
  products: ["PSD2_AIS"],
  every: "P1D",
  at: "07:00",
  timeZone: "Europe/Stockholm",
  until: "2027-02-21T23:59:59Z",
  givenAt: "2026-11-20T08:12:00Z",
  lastAt: "2026-11-29T07:04:00Z",
  nextAt: "2026-11-30T07:04:00Z",
  changes: {
    at: "2026-11-29T07:04:00Z",
    added: 1,
    changed: 2,
    removed: 1,
    transactions: 12,
    groups: ["holder", "details"]
  },
  policyEnds: [],
  isPausedByPerson: false
}

const { changes: _, nextAt: __, ...idle } = daily

const monitors: ReadonlyArray<PermittedMonitor> = [
  daily,
  {
    ...idle,
    id: "6",
    name: company,
    status: "PAUSED",
    policyEnds: ["2027-01-31", "2027-03-14", "2027-06-01"],
    credentialsKeptUntil: "2027-02-21T23:59:59Z",
    isPausedByPerson: true
  },
  { ...idle, id: "7", name: company, status: "PERSON_REQUIRED" },
  { ...idle, id: "8", name: company, status: "ENDED", endedAt: "2026-11-28T10:00:00Z" }
]

const read: Permission = {
  id: "10",
  name: "Klarvik Bank",
  isConsent: false,
  status: "COMPLETED",
  isOpen: false,
  givenAt: "2026-11-23T09:40:00Z",
  counts: { accounts: 4 },
  lastReadAt: "2026-11-23T09:41:00Z",
  until: "2026-12-23T09:41:00Z",
  canEnd: true
}

const revoked: Permission = {
  id: "4",
  name: "Fjällbanken",
  isConsent: true,
  status: "REVOKED",
  isOpen: false,
  givenAt: "2026-10-03T14:20:00Z",
  endedAt: "2026-11-19T18:05:00Z",
  counts: {},
  scope: { balances: true, transactions: true },
  until: "2027-01-01T23:59:59Z",
  canEnd: false
}

const { lastReadAt: ___, until: ____, ...failed }: Permission = { ...read, status: "FAILED", counts: {} }

const allowed = {
  client,
  company: "Fjällbanken",
  every: "P1D",
  at: "07:00",
  timeZone: "Europe/Stockholm",
  until: "2027-02-21T23:59:59Z"
} as const

export const permissionExamples: Readonly<Record<string, ComponentType>> = {
  "welcome-monitor": () => (
    <WelcomeScreen
      client={client}
      isConsent={false}
      monitor={{ every: "P7D", at: "07:00", until: "2027-02-21T23:59:59Z" }}
      products={["INSURANCE", "PSD2_AIS"]}
      sensitive={[]}
      allowed={[]}
      onAllow={none}
      onContinue={none}
      onDecline={none}
    />
  ),
  monitor: () => (
    <MonitorScreen
      client={client}
      company="Fjällbanken"
      products={["PSD2_AIS"]}
      accounts={{ balances: true, transactions: false }}
      every="P1D"
      at="07:00"
      timeZone="Europe/Stockholm"
      until="2027-02-21T23:59:59Z"
      credentialsKeptUntil="2027-02-21T23:59:59Z"
      failed={t("error.failed")}
      onAllow={none}
      onDecline={none}
    />
  ),
  "monitor-wider": () => (
    <MonitorScreen
      client={client}
      company={company}
      products={["INSURANCE", "WEALTH"]}
      every="P1D"
      until="2027-02-21T23:59:59Z"
      present={{ every: "P30D", until: "2027-01-01T00:00:00Z" }}
      onAllow={none}
      onDecline={none}
    />
  ),
  "monitor-done": () => <MonitorDoneScreen {...allowed} isUnfinished={false} onFinish={none} onDecline={none} />,
  "monitor-unfinished": () => <MonitorDoneScreen {...allowed} isUnfinished onFinish={none} onDecline={none} />,
  "monitor-impossible": () => (
    <MonitorImpossibleScreen client={client} company={company} onOtherCompany={none} onStop={none} />
  ),
  permissions: () => (
    <PermissionScreen
      client={client}
      isAsking={false}
      isUnfinished={false}
      monitors={monitors}
      permissions={[
        {
          id: "1",
          name: "Fjällbanken",
          isConsent: true,
          status: "AUTHORIZED",
          isOpen: true,
          givenAt: "2026-11-20T08:10:00Z",
          counts: { accounts: 2 },
          scope: { balances: true, transactions: true },
          lastReadAt: "2026-11-20T08:15:00Z",
          until: "2027-02-21T23:59:59Z",
          canEnd: true
        },
        {
          id: "2",
          name: company,
          isConsent: false,
          status: "COMPLETED",
          isOpen: false,
          givenAt: "2026-11-23T09:40:00Z",
          counts: { insurances: 3, pensions: 2 },
          method: "Electronic ID on another device",
          lastReadAt: "2026-11-23T09:41:00Z",
          until: "2026-12-23T09:41:00Z",
          canEnd: true
        },
        {
          id: "3",
          name: "Granlid Liv",
          isConsent: false,
          status: "COMPLETED",
          isOpen: false,
          givenAt: "2026-03-01T11:59:00Z",
          endedAt: "2026-03-31T12:00:00Z",
          counts: {},
          lastReadAt: "2026-03-01T12:00:00Z",
          canEnd: false
        },
        revoked,
        read,
        { ...read, id: "11", givenAt: "2026-11-20T09:40:00Z", lastReadAt: "2026-11-20T09:41:00Z" },
        { ...revoked, id: "12", name: "Klarvik Bank" },
        { ...failed, id: "13", name: "Tallmo" },
        { ...failed, id: "14", name: "Mutuelle du Bocage" },
        { ...read, id: "15", name: "Granskog" },
        { ...failed, id: "16", name: "Granskog", status: "COLLECTING", isOpen: true, canEnd: false }
      ]}
      {...actions}
      onDownload={() => Promise.resolve(true)}
      onClose={none}
    />
  ),
  "permissions-none": () => (
    <PermissionScreen client={client} isAsking isUnfinished permissions={[]} monitors={[]} {...actions} />
  )
}
