/** The screens of a collection, from its start to its result. */
import type { CollectionStatus } from "@sheaf/client/connect"
import { collections } from "virtual:statuses"
import { BusyIndicator } from "../components/Messages.tsx"
import { language, t } from "../texts/Texts.ts"
import type { ConnectFlow } from "./ConnectFlow.ts"
import { DetailsView } from "./DetailsView.tsx"
import { nameIn } from "./models/CompanyNames.ts"
import { ImpossibleView } from "./MonitorView.tsx"
import { BankVisitScreen } from "./screens/BankVisitScreen.tsx"
import { ChoiceScreen } from "./screens/ChoiceScreen.tsx"
import { CodeScreen } from "./screens/CodeScreen.tsx"
import { ElectronicIdScreen } from "./screens/ElectronicIdScreen.tsx"
import { InputsScreen } from "./screens/InputsScreen.tsx"
import { ProblemScreen } from "./screens/ProblemScreen.tsx"
import { ProgressScreen } from "./screens/ProgressScreen.tsx"
import { ResultScreen } from "./screens/ResultScreen.tsx"
import { ScanScreen } from "./screens/ScanScreen.tsx"
import { asksForBanks } from "./Requests.ts"
import type { ConnectPageSettings } from "./Settings.ts"
import { inputTypeOf, httpUrlOf, screenFor } from "./StatusScreen.ts"
import type { StatusScreen } from "./StatusScreen.ts"

export interface CollectionViewProps {
  readonly flow: ConnectFlow
  readonly settings: ConnectPageSettings
  readonly isPhone: boolean
}

/**
 * Adds the page's language to a URL if it leads to this service, that is, to a page of the sandbox. Returns any other
 * URL unchanged.
 */
const inThisLanguage = (address: string): string => {
  const url = new URL(address)
  if (url.origin !== location.origin) return address
  url.searchParams.set("language", language.value)
  return url.href
}

/** Returns the address that opens the electronic ID app, or the page that replaces the app. */
export const electronicIdAppOf = (
  orderPage: string | undefined,
  token: string | undefined,
  { electronicIdApp }: ConnectPageSettings
) => {
  const page = httpUrlOf(orderPage)
  if (page !== undefined) return inThisLanguage(page)
  return token === undefined ? undefined : electronicIdApp?.replace("{token}", encodeURIComponent(token))
}

/**
 * Starts again at the same company. Goes back to the page for login details if the person keeps the method and came
 * from that page. Otherwise, shows the choice of a method.
 */
const again = (flow: ConnectFlow, advice: string, company: string): void => {
  const isSameMethod = advice === "RETRY" || advice === "CORRECT_INPUT" || advice === "OTHER_FILE" || advice === "WAIT"
  // In the browser's history, the details screen comes right before the collection, unless the page was opened on the
  // collection.
  if (isSameMethod && flow.cameFromDetails) flow.back()
  else flow.go({ at: "method", company })
}

/** Returns true if the person's input was wrong and the company has other login methods. */
const hasOtherMethod = ({ companies }: ConnectFlow, advice: string, id: string): boolean => {
  const methods = companies.value.find(({ company }) => company === id)?.loginMethods ?? []
  return advice === "CORRECT_INPUT" && methods.length > 1
}

interface ResultProps {
  readonly flow: ConnectFlow
  readonly status: CollectionStatus
}

const Result = ({ flow, status }: ResultProps) => {
  const session = flow.session.value
  const found = flow.summary.value
  const own = found.find(({ collectionId }) => collectionId === status.collectionId)
  const others = found.filter(
    (entry) => entry.collectionId !== status.collectionId && collections[entry.status]?.class === "OUTCOME"
  )
  const isPartial = collections[status.status]?.advice === "RETRY"
  return (
    <ResultScreen
      client={session?.client.name ?? ""}
      company={nameIn(flow.companies.value, status.company)}
      counts={own?.counts ?? {}}
      missing={own?.partial ?? []}
      others={others.map(({ collectionId, company, counts }) => ({
        id: collectionId,
        name: nameIn(flow.companies.value, company),
        counts
      }))}
      isBank={asksForBanks(session)}
      isUnfinished={session?.returns === true}
      busy={flow.busy.value}
      onFinish={() => void flow.finish("COMPLETED")}
      onDecline={() => (flow.leaving.value = true)}
      onAnother={session?.company === undefined ? () => flow.go({ at: "company" }) : undefined}
      onRetry={isPartial ? () => again(flow, "RETRY", status.company) : undefined}
    />
  )
}

interface ProblemProps extends ResultProps {
  readonly shown: Extract<StatusScreen, { readonly screen: "problem" }>
}

const Problem = ({ flow, shown, status }: ProblemProps) => (
  <ProblemScreen
    client={flow.session.value?.client.name ?? ""}
    company={nameIn(flow.companies.value, status.company)}
    isBank={asksForBanks(flow.session.value)}
    status={shown.status}
    reason={shown.reason}
    reference={status.collectionId}
    advice={shown.advice}
    notBefore={
      shown.waitSeconds === undefined ? undefined : flow.deviceTime(status.statusChangedAt) + shown.waitSeconds * 1000
    }
    onFollow={() => again(flow, shown.advice, status.company)}
    onOtherMethod={
      hasOtherMethod(flow, shown.advice, status.company)
        ? () => flow.go({ at: "method", company: status.company })
        : undefined
    }
    onOtherCompany={flow.session.value?.company === undefined ? () => flow.go({ at: "company" }) : undefined}
    onFinish={() => void flow.finish("COMPLETED")}
    onStop={flow.linked.value ? undefined : () => void flow.finish("ABANDONED")}
  />
)

/**
 * The form in which the person entered the details that the company has refused. Absent after a reload, because nothing
 * then remembers the form.
 */
const refusedFormOf = ({ companies, entered }: ConnectFlow, { company: id, status }: CollectionStatus) => {
  const before = entered.value
  if (status !== "INCORRECT_CREDENTIALS" || before?.company !== id) return undefined
  const company = companies.value.find((each) => each.company === id)
  const method = company?.loginMethods.find(({ loginMethod }) => loginMethod === before.method)
  return company && method && method.fields.length > 0 ? { company, method } : undefined
}

const Ended = ({ flow, settings, shown, status }: ProblemProps & Pick<CollectionViewProps, "settings">) => {
  const form = refusedFormOf(flow, status)
  if (form === undefined) return <Problem flow={flow} status={status} shown={shown} />
  const hasOthers = form.company.loginMethods.length > 1
  return (
    <DetailsView
      {...{ ...form, flow, settings }}
      key={status.collectionId}
      isRefused
      // The form itself is the screen before this one.
      onBack={() => flow.back(flow.cameFromDetails ? 2 : 1)}
      onOtherMethod={hasOthers ? () => flow.go({ at: "method", company: status.company }) : undefined}
    />
  )
}

const answerInputs = (flow: ConnectFlow, asked: ReadonlyArray<string>, values: Readonly<Record<string, string>>) => {
  const given = Object.entries(values).map(([name, value]) => [inputTypeOf(name), value] as const)
  void flow.answer("inputs", asked, { type: "COLLECTION_INPUT", inputs: Object.fromEntries(given) })
}

/** What the screens of a collection share. */
interface Shared {
  readonly company: string
  readonly until: number | undefined
  readonly onOtherWay: () => void
}

interface AskedProps extends ResultProps {
  readonly shown: Extract<StatusScreen, { readonly screen: "choice" | "code" | "inputs" }>
  readonly shared: Shared
}

/** The screen for a question. A new key for each question resets the inputs. */
const Asked = ({ flow, shared, shown, status }: AskedProps) => {
  const asking = { ...shared, refused: flow.errors.value, busy: flow.busy.value }
  switch (shown.screen) {
    case "choice":
      return (
        <ChoiceScreen
          {...shared}
          options={shown.options}
          onChoose={(methodId) => void flow.answer("choice", [], { type: "TWO_FACTOR_CHOICE", methodId })}
        />
      )
    case "code":
      return (
        <CodeScreen
          {...asking}
          key={status.pendingInput?.inputId ?? "code"}
          instruction={shown.instruction}
          challenge={shown.challenge}
          image={shown.image}
          isDigits={shown.isDigits}
          places={shown.places}
          onSubmit={(value) => void flow.answer("code-form", ["code", "digits"], { type: "TWO_FACTOR_CODE", value })}
        />
      )
    case "inputs":
      return (
        <InputsScreen
          {...asking}
          key={status.pendingInput?.inputId ?? "inputs"}
          isContact={shown.isContact}
          inputs={shown.inputs}
          onSubmit={(values) =>
            answerInputs(
              flow,
              shown.inputs.map(({ name }) => name),
              values
            )
          }
        />
      )
  }
}

/** Until the first status of a new collection arrives, shows the first step of its progress. */
const Opening = ({ flow, settings }: Omit<CollectionViewProps, "isPhone">) => {
  const started = flow.started.value.at(-1)
  return flow.cameFromDetails && started !== undefined ? (
    <ProgressScreen
      company={nameIn(flow.companies.value, started)}
      service={settings.name}
      status="RUNNING"
      step="start"
      onCancel={() => (flow.leaving.value = true)}
    />
  ) : (
    <BusyIndicator>{t("opening")}</BusyIndicator>
  )
}

export const CollectionView = ({ flow, isPhone, settings }: CollectionViewProps) => {
  const status = flow.collection.value
  if (status === undefined) return <Opening flow={flow} settings={settings} />
  const company = nameIn(flow.companies.value, status.company)
  const shown = screenFor(status)
  const until = status.pendingInput && flow.deviceTime(status.pendingInput.expiresAt)
  // Does not end this collection, because clients cannot end collections. The session's next collection supersedes it.
  const onOtherWay = () => flow.go({ at: "method", company: status.company })
  const shared = { company, until, onOtherWay }
  switch (shown.screen) {
    case "choice":
    case "code":
    case "inputs":
      return <Asked flow={flow} status={status} shown={shown} shared={shared} />
    case "electronicId":
      return (
        <ElectronicIdScreen
          {...shared}
          code={shown.code}
          app={shown.app ?? electronicIdAppOf(status.extraInformation?.ORDER_PAGE_URL, shown.token, settings)}
          reference={shown.reference}
          image={shown.image}
          information={shown.information}
          isPhone={isPhone}
        />
      )
    case "scan":
      return <ScanScreen {...shared} code={shown.code} reference={shown.reference} />
    case "page":
      return (
        <BankVisitScreen
          company={company}
          url={inThisLanguage(shown.url)}
          isSignIn={shown.isSignIn}
          opensTab
          onBack={onOtherWay}
        />
      )
    case "progress":
      return (
        <ProgressScreen
          company={company}
          service={settings.name}
          status={status.status}
          step={shown.step}
          isUnfinished={flow.session.value?.returns === true}
          onCancel={() => (flow.leaving.value = true)}
          onOtherWay={shown.step === "collect" ? undefined : onOtherWay}
        />
      )
    case "result":
      if (flow.session.value?.purpose === "MONITOR") return <ImpossibleView flow={flow} company={company} />
      return <Result flow={flow} status={status} />
    case "problem":
      return <Ended flow={flow} settings={settings} status={status} shown={shown} />
  }
}
