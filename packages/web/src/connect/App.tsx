/** The Connect page. Shows the screen for the session's current route. */
import type { ConnectPageSession } from "@sheaf/client/connect"
import { useMemo } from "preact/hooks"
import { Marks } from "../components/CompanyMark.tsx"
import { ConfirmDialog } from "../components/ConfirmDialog.tsx"
import { Frame } from "../components/Frame.tsx"
import { BusyIndicator, NoticeBox } from "../components/Messages.tsx"
import { t } from "../texts/Texts.ts"
import { CollectionView } from "./CollectionView.tsx"
import { ConsentView } from "./ConsentView.tsx"
import type { ConnectFlow } from "./ConnectFlow.ts"
import { DetailsView } from "./DetailsView.tsx"
import { EndView, clientOf } from "./EndView.tsx"
import { MonitorView } from "./MonitorView.tsx"
import { PermissionView } from "./PermissionView.tsx"
import { authorizesInApp, asksForBanks, givesConsent, validityDayRange, requiresTerms } from "./Requests.ts"
import { BankScreen } from "./screens/BankScreen.tsx"
import { CompanyScreen } from "./screens/CompanyScreen.tsx"
import { offersHelp } from "./screens/EndScreen.tsx"
import { DeviceScreen, MethodScreen } from "./screens/MethodScreen.tsx"
import { WelcomeScreen } from "./screens/WelcomeScreen.tsx"
import { marksOf, nameOf } from "./models/CompanyNames.ts"
import { deviceMethodsOf } from "./models/MethodTexts.ts"
import type { Company, LoginMethod, Product } from "./models/Models.ts"
import type { ConnectPageSettings } from "./Settings.ts"

export interface AppProps {
  readonly flow: ConnectFlow
  readonly settings: ConnectPageSettings
}

/** True on devices whose main pointer is a finger, which most likely run the electronic ID app themselves. */
const isPhone = matchMedia("(pointer: coarse)").matches

const products = ["INSURANCE", "WEALTH", "PSD2_AIS"] as const satisfies ReadonlyArray<Product>

/** Returns the products that the session asks for and that at least one of these companies has. */
const productsOf = ({ session }: ConnectFlow, companies: ReadonlyArray<Company>): ReadonlyArray<Product> => {
  const offered = new Set(companies.flatMap((company) => company.products))
  return products.filter((product) => (session.value?.products?.includes(product) ?? true) && offered.has(product))
}

/**
 * Returns the methods that the person can use at the company. If the bank has no page of its own, the person authorizes
 * a stored consent in an app, so only electronic IDs are possible.
 */
const methodsOf = (flow: ConnectFlow, company: Company): ReadonlyArray<LoginMethod> =>
  authorizesInApp(flow.session.value, company)
    ? company.loginMethods.filter(({ electronicId }) => electronicId)
    : company.loginMethods

/** Starts signing in with the given login method. If the method has no fields to fill in, the collection starts immediately. */
const signInWith = (flow: ConnectFlow, company: Company, method: LoginMethod): void => {
  if (method.fields.length === 0 && !authorizesInApp(flow.session.peek(), company)) {
    void flow.startCollection(company, method, {}, false)
  } else flow.go({ at: "details", company: company.company, method: method.loginMethod })
}

/**
 * Lets the person choose a login method. If there is only one and it has no fields to fill in, signs in with it
 * immediately.
 */
const signInAt = (flow: ConnectFlow, company: Company): void => {
  const [method, ...others] = methodsOf(flow, company)
  if (method !== undefined && others.length === 0 && method.fields.length === 0) signInWith(flow, company, method)
  else flow.go({ at: "method", company: company.company })
}

const Terms = ({ company, flow }: { readonly flow: ConnectFlow; readonly company: Company }) => {
  const session = flow.session.value
  const asked = session?.psd2Ais ?? {}
  const days = validityDayRange(Date.now(), company.accounts?.maximumConsentValidityDays ?? 180, asked.validUntil)
  return (
    <BankScreen
      client={session?.client.name ?? ""}
      company={nameOf(company)}
      offers={{
        balances: company.accounts?.balances !== false && asked.balances !== false,
        transactions: company.accounts?.transactions !== false && asked.transactions !== false
      }}
      days={days}
      refused={flow.errors.value}
      busy={flow.busy.value}
      onSubmit={(terms) => flow.accept(company, terms, () => signInAt(flow, company))}
      onDecline={() => (flow.leaving.value = true)}
      onBack={() => flow.back()}
    />
  )
}

/** Continues with a company. The next screen shows its terms, its methods, or the details of its only method. */
const continueWith = (flow: ConnectFlow, company: Company): void => {
  const session = flow.session.peek()
  if (givesConsent(session, company) || requiresTerms(company, session?.products)) {
    flow.choose(company, () => flow.go({ at: "bank", company: company.company }))
    return
  }
  flow.choose(company, () => signInAt(flow, company))
  const hinted = company.loginMethods.find(({ loginMethod }) => loginMethod === session?.hints?.loginMethod)
  if (hinted !== undefined && company.loginMethods.length > 1) signInWith(flow, company, hinted)
}

const Welcome = ({ flow, settings }: AppProps) => {
  const session = flow.session.value
  const companies = flow.companies.value
  const only = session?.company === undefined ? undefined : companies[0]
  const hinted = companies.find(({ company, functional }) => functional && company === session?.hints?.company)
  const expected = only ?? hinted
  return (
    <WelcomeScreen
      client={session?.client.name ?? ""}
      company={expected && nameOf(expected)}
      isConsent={session?.purpose === "CONSENT"}
      monitor={session?.monitor}
      products={session?.purpose === "CONSENT" ? ["PSD2_AIS"] : productsOf(flow, expected ? [expected] : companies)}
      sensitive={session?.purpose === "COLLECT" ? (session.sensitive ?? []) : []}
      allowed={flow.allowed.value}
      onAllow={(allowed) => (flow.allowed.value = allowed)}
      until={session?.psd2Ais?.validUntil}
      texts={settings.texts}
      onContinue={() => {
        if (only?.functional === true) {
          continueWith(flow, only)
          return
        }
        // Opens the list of all companies even if the client suggests a company, so that the back button leads from the
        // suggested company to the list.
        flow.go({ at: "company" })
        if (hinted !== undefined) continueWith(flow, hinted)
      }}
      onDecline={() => (flow.leaving.value = true)}
    />
  )
}

const Companies = ({ flow }: { readonly flow: ConnectFlow }) => {
  const session = flow.session.value
  return (
    <CompanyScreen
      companies={flow.companies.value}
      areBanks={asksForBanks(session)}
      market={session?.market}
      recent={flow.started.value}
      onChoose={(company) => continueWith(flow, company)}
      onBack={() => flow.back()}
    />
  )
}

/**
 * The screens for signing in: the choice of a method, the choice of the device with the electronic ID, and the details.
 */
const SignIn = ({ company, flow, settings }: AppProps & { readonly company: Company }) => {
  const place = flow.place.value
  const form = { flow, settings, company, onBack: () => flow.back() }
  const methods = methodsOf(flow, company)
  const [single] = methods
  const method = place.at === "details" ? methods.find(({ loginMethod }) => loginMethod === place.method) : undefined
  if (method !== undefined) return <DetailsView {...form} key={method.loginMethod} method={method} />
  // With a single method, there is nothing to choose.
  if (methods.length === 1 && single !== undefined) return <DetailsView {...form} method={single} />
  const choosing = {
    methods,
    isPhone,
    onChoose: (chosen: LoginMethod) => signInWith(flow, company, chosen),
    onBack: () => flow.back()
  }
  const ofDevices = deviceMethodsOf(methods, isPhone).length
  return ofDevices > 0 && (place.at === "device" || ofDevices === methods.length) ? (
    <DeviceScreen {...choosing} />
  ) : (
    <MethodScreen
      {...choosing}
      company={nameOf(company)}
      onDevice={() => flow.go({ at: "device", company: company.company })}
    />
  )
}

const Current = ({ flow, settings }: AppProps) => {
  const place = flow.place.value
  const company = flow.company.value
  switch (place.at) {
    case "welcome":
      return <Welcome flow={flow} settings={settings} />
    case "collection":
      return <CollectionView flow={flow} settings={settings} isPhone={isPhone} />
    case "consent":
      return <ConsentView flow={flow} settings={settings} isPhone={isPhone} />
    case "monitor":
      return <MonitorView flow={flow} />
    case "permissions":
      return <PermissionView flow={flow} />
    case "company":
      return <Companies flow={flow} />
    case "bank":
      return company === undefined ? (
        <Companies flow={flow} />
      ) : (
        <Terms key={company.company} flow={flow} company={company} />
      )
    case "method":
    case "device":
    case "details": {
      if (company === undefined) return <Companies flow={flow} />
      return <SignIn flow={flow} settings={settings} company={company} />
    }
  }
}

/**
 * Tells the person what happens if they leave the page. Without a return URL, collections continue, and the client can
 * read their results. With a return URL, Sheaf discards the results.
 */
const leaveText = ({ started }: ConnectFlow, { client, returns }: ConnectPageSession): string =>
  t(started.value.length > 0 && !returns ? "leave.text.started" : "leave.text", { client: client.name })

/**
 * Returns the client and the company that the screen is about. Before the person chooses a company, returns the
 * session's company if the session is for only one. While the status of a new collection or consent loads, returns the
 * company at which it was started.
 */
const pairOf = (flow: ConnectFlow) => {
  const client = clientOf(flow)
  if (client === undefined) return undefined
  const { at } = flow.place.value
  if (at === "permissions" || flow.ending.value !== undefined) return { client }
  const assumed = at === "collection" || at === "consent" ? flow.started.value.at(-1) : flow.session.value?.company
  const company = flow.company.value ?? flow.companies.value.find((each) => each.company === assumed)
  return { client, company: company && nameOf(company) }
}

export const App = ({ flow, settings }: AppProps) => {
  const session = flow.session.value
  const ending = flow.ending.value
  const interruption = flow.interruption.value
  // Screens with a form show their errors themselves.
  const failed = flow.errors.value["finish"] ?? flow.errors.value["choice"] ?? flow.errors.value["method"]
  const companies = flow.companies.value
  const marks = useMemo(() => marksOf(companies), [companies])
  const canManage = session !== undefined && ending === undefined && flow.place.value.at !== "permissions"
  return (
    <Marks value={marks}>
      <Frame
        brand={settings}
        pair={pairOf(flow)}
        isWelcome={ending === undefined && session !== undefined && flow.place.value.at === "welcome"}
        hasHelp={ending !== undefined && offersHelp(ending)}
        onManage={canManage ? () => flow.go({ at: "permissions" }) : undefined}
      >
        {interruption !== undefined && ending === undefined && <NoticeBox>{t(interruption)}</NoticeBox>}
        {ending !== undefined && <EndView flow={flow} ending={ending} settings={settings} />}
        {failed !== undefined && (
          <div role="alert">
            <NoticeBox kind="danger">{failed}</NoticeBox>
          </div>
        )}
        {ending === undefined && session === undefined && <BusyIndicator>{t("opening")}</BusyIndicator>}
        {ending === undefined && session !== undefined && <Current flow={flow} settings={settings} />}
        {flow.leaving.value && session !== undefined && ending === undefined && (
          <ConfirmDialog
            title={t("leave.title")}
            text={leaveText(flow, session)}
            confirm={t("leave")}
            dismiss={t("stay")}
            busy={flow.busy.value}
            onConfirm={() => void flow.finish("ABANDONED")}
            onDismiss={() => (flow.leaving.value = false)}
          />
        )}
      </Frame>
    </Marks>
  )
}
