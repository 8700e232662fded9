/** The screens of a session that asks for a monitor. They appear when only the person's agreement is missing. */
import { BusyIndicator } from "../components/Messages.tsx"
import { t } from "../texts/Texts.ts"
import { nameIn } from "./models/CompanyNames.ts"
import type { ConnectFlow } from "./ConnectFlow.ts"
import { MonitorDoneScreen, MonitorImpossibleScreen, MonitorScreen } from "./screens/MonitorScreen.tsx"

export const MonitorView = ({ flow }: { readonly flow: ConnectFlow }) => {
  const session = flow.session.value
  const client = session?.client.name ?? ""
  const asked = session?.monitor
  if (asked === undefined) return <BusyIndicator>{t("opening")}</BusyIndicator>
  const { accounts, at, credentialsKeptUntil, every, present, products = [], timeZone, until } = asked
  const terms = { client, company: nameIn(flow.companies.value, asked.company ?? ""), every, at, timeZone, until }
  if (asked.permitted) {
    return (
      <MonitorDoneScreen
        {...terms}
        isUnfinished={session?.returns === true}
        busy={flow.busy.value}
        onFinish={() => void flow.finish("COMPLETED")}
        onDecline={() => (flow.leaving.value = true)}
      />
    )
  }
  return (
    <MonitorScreen
      {...terms}
      products={products}
      accounts={accounts}
      credentialsKeptUntil={credentialsKeptUntil}
      present={present}
      failed={flow.errors.value["monitor"]}
      busy={flow.busy.value}
      onAllow={() => void flow.permitMonitor()}
      onDecline={() => (flow.leaving.value = true)}
    />
  )
}

/**
 * Shown after a login or a consent that permits no monitor. Says that the client cannot read from the company without
 * the person.
 */
export const ImpossibleView = ({ company, flow }: { readonly flow: ConnectFlow; readonly company: string }) => (
  <MonitorImpossibleScreen
    client={flow.session.value?.client.name ?? ""}
    company={company}
    busy={flow.busy.value}
    onOtherCompany={flow.session.value?.company === undefined ? () => flow.go({ at: "company" }) : undefined}
    onStop={() => void flow.finish("ABANDONED")}
  />
)
