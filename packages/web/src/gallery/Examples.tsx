/** Every screen of the Connect page with example data, by name. */
import type { ComponentType } from "preact"
import { collections } from "virtual:statuses"
import { BankScreen } from "../connect/screens/BankScreen.tsx"
import { BankVisitScreen } from "../connect/screens/BankVisitScreen.tsx"
import { ChoiceScreen } from "../connect/screens/ChoiceScreen.tsx"
import { CodeScreen } from "../connect/screens/CodeScreen.tsx"
import { CompanyScreen } from "../connect/screens/CompanyScreen.tsx"
import { DetailsScreen } from "../connect/screens/DetailsScreen.tsx"
import { ElectronicIdScreen } from "../connect/screens/ElectronicIdScreen.tsx"
import { EndScreen } from "../connect/screens/EndScreen.tsx"
import type { Ending } from "../connect/screens/EndScreen.tsx"
import { InputsScreen } from "../connect/screens/InputsScreen.tsx"
import { DeviceScreen, MethodScreen } from "../connect/screens/MethodScreen.tsx"
import { ProblemScreen } from "../connect/screens/ProblemScreen.tsx"
import { ProgressScreen } from "../connect/screens/ProgressScreen.tsx"
import { ResultScreen } from "../connect/screens/ResultScreen.tsx"
import type { ResultScreenProps } from "../connect/screens/ResultScreen.tsx"
import { ScanScreen } from "../connect/screens/ScanScreen.tsx"
import { WelcomeScreen } from "../connect/screens/WelcomeScreen.tsx"
import { t } from "../texts/Texts.ts"
import { permissionExamples } from "./PermissionExamples.tsx"
import { balticMethods, companies, methods, testMethods } from "./ExampleData.ts"

const none = () => {}
const client = "Ekonomiassistenten i Norden AB"
const company = "Nordhem Försäkring"
const inTwoMinutes = Date.now() + 120_000
const qr = "eid.67df3917-fa0d-44e5-b327-edcc928297f8.0.dc69358e712458a66a7525beef148ae8526b1c71610eff2c16cdffb4cdac9bf8"
const app = "#app"
const details = { client, company, service: "Sheaf", onSubmit: none, onBack: none }
const progress = { company, service: "Sheaf", onCancel: none }
const waiting = { company, until: inTwoMinutes, onOtherWay: none }

const ConsentResult = ({ isUnfinished }: Pick<ResultScreenProps, "isUnfinished">) => (
  <ResultScreen
    client={client}
    company="Fjällbanken"
    counts={{}}
    consentUntil="2027-02-21T23:59:59Z"
    scope={{ balances: true, transactions: true }}
    missing={[]}
    others={[]}
    isBank
    isUnfinished={isUnfinished}
    onFinish={none}
    onDecline={none}
  />
)

const flow: Readonly<Record<string, ComponentType>> = {
  welcome: () => (
    <WelcomeScreen
      client={client}
      isConsent={false}
      products={["INSURANCE", "WEALTH", "PSD2_AIS"]}
      sensitive={["HEALTH", "CLAIMS"]}
      allowed={["CLAIMS"]}
      onAllow={none}
      texts={{ en: { welcome: "Our advisers use it to prepare your meeting.", privacy: "We keep it for 90 days." } }}
      onContinue={none}
      onDecline={none}
    />
  ),
  "welcome-consent": () => (
    <WelcomeScreen
      client={client}
      isConsent
      products={["PSD2_AIS"]}
      sensitive={[]}
      allowed={[]}
      onAllow={none}
      until="2027-02-21"
      onContinue={none}
      onDecline={none}
    />
  ),
  company: () => (
    <CompanyScreen companies={companies} areBanks={false} recent={["se-fjallbanken"]} onChoose={none} onBack={none} />
  ),
  method: () => (
    <MethodScreen company={company} methods={methods} isPhone={false} onChoose={none} onDevice={none} onBack={none} />
  ),
  "method-phone": () => (
    <MethodScreen company={company} methods={methods} isPhone onChoose={none} onDevice={none} onBack={none} />
  ),
  device: () => <DeviceScreen methods={methods} isPhone={false} onChoose={none} onBack={none} />,
  "method-tests": () => (
    <MethodScreen
      company={company}
      methods={testMethods}
      isPhone={false}
      onChoose={none}
      onDevice={none}
      onBack={none}
    />
  ),
  "method-baltic": () => (
    <MethodScreen
      company={company}
      methods={balticMethods}
      isPhone={false}
      onChoose={none}
      onDevice={none}
      onBack={none}
    />
  ),
  "details-smart-id": () => (
    <DetailsScreen
      {...details}
      way="smartId"
      fields={["personalCode", "country"]}
      proposed={{ country: "LV" }}
      refused={{ personalCode: "Enter a personal code with 11 digits" }}
    />
  ),
  "details-mobile-id": () => <DetailsScreen {...details} way="mobileId" fields={["personalCode", "phoneNumber"]} />,
  "details-electronic-id": () => <DetailsScreen {...details} way="otherDevice" fields={["personalNumber"]} />,
  details: () => <DetailsScreen {...details} way="password" fields={["username", "password"]} />,
  "details-keep": () => (
    <DetailsScreen {...details} way="password" fields={["username", "password"]} keepableUntil="2027-02-21T23:59:59Z" />
  ),
  "details-refused": () => (
    <DetailsScreen
      {...details}
      way="password"
      fields={["username", "password"]}
      proposed={{ username: "maja" }}
      refused={{ password: t("error.credentials", { company }) }}
      onOtherMethod={none}
    />
  ),
  "details-file": () => <DetailsScreen {...details} way="file" fields={["file"]} />,
  "electronic-id": () => <ElectronicIdScreen {...waiting} code={qr} app={app} isPhone={false} />,
  "electronic-id-phone": () => <ElectronicIdScreen {...waiting} code={qr} app={app} isPhone />,
  "electronic-id-number": () => <ElectronicIdScreen {...waiting} app={app} reference="4711" isPhone={false} />,
  "electronic-id-compare": () => <ElectronicIdScreen {...waiting} reference="4711" isPhone />,
  code: () => (
    <CodeScreen
      {...waiting}
      instruction="Ange koden som vi har skickat till 070-*** ** 67. Ring aldrig ett nummer som står på en sida."
      isDigits
      onSubmit={none}
    />
  ),
  "code-places": () => <CodeScreen {...waiting} instruction="Enter the code." isDigits places={6} onSubmit={none} />,
  "code-refused": () => (
    <CodeScreen {...waiting} isDigits places={6} refused={{ digits: "Enter the code" }} onSubmit={none} />
  ),
  "code-token": () => <CodeScreen {...waiting} challenge="8123 4567" isDigits onSubmit={none} />,
  choice: () => (
    <ChoiceScreen
      {...waiting}
      options={[
        { id: "1", type: "SMS", label: "+46 70 *** ** 67" },
        { id: "2", type: "EMAIL", label: "m***@example.com" },
        { id: "3", type: "TOTP", label: "Maja" }
      ]}
      onChoose={none}
    />
  ),
  "inputs-contact": () => (
    <InputsScreen {...waiting} isContact inputs={[{ name: "email" }, { name: "phone" }]} onSubmit={none} />
  ),
  "inputs-more": () => (
    <InputsScreen
      {...waiting}
      isContact={false}
      inputs={[{ name: "personalNumber" }, { name: "ownerName" }]}
      onSubmit={none}
    />
  ),
  "inputs-asked": () => (
    <InputsScreen
      {...waiting}
      isContact={false}
      inputs={[
        { name: "birthDate" },
        { name: "text", label: "The first line of your address when you took out the policy" },
        {
          name: "choice",
          label: "Which policy?",
          options: [
            ["a", "Car, 482 KPT"],
            ["b", "Home, Tartu"]
          ]
        }
      ]}
      onSubmit={none}
    />
  ),
  scan: () => <ScanScreen {...waiting} code="company.1" reference="4711" />,
  bank: () => (
    <BankScreen
      client={client}
      company="Fjällbanken"
      offers={{ balances: true, transactions: true }}
      days={{ first: "2026-11-24", proposed: "2027-02-21", last: "2027-05-22", count: 180 }}
      onSubmit={none}
      onDecline={none}
      onBack={none}
    />
  ),
  "bank-visit": () => <BankVisitScreen company="Fjällbanken" url="#bank" onBack={none} />,
  "page-visit": () => <BankVisitScreen company={company} url="#page" isSignIn opensTab onBack={none} />,
  "bank-waiting": () => <BankVisitScreen company="Fjällbanken" onBack={none} />,
  "progress-login": () => <ProgressScreen {...progress} status="LOGIN" step="login" onOtherWay={none} />,
  progress: () => <ProgressScreen {...progress} status="COLLECTING" step="collect" />,
  "progress-unfinished": () => <ProgressScreen {...progress} status="COLLECTING" step="collect" isUnfinished />,
  result: () => (
    <ResultScreen
      client={client}
      company={company}
      counts={{
        insurances: 5,
        insuranceTypes: {
          vehicleInsurance: 1,
          houseContentInsurance: 1,
          animalInsurance: 1,
          personInsurance: 1,
          generalInsurance: 1
        },
        pensions: 2,
        savings: 1,
        investments: 2,
        loans: 1,
        accounts: 3
      }}
      missing={[]}
      others={[{ id: "1", name: "Fjällbanken", counts: { accounts: 2 } }]}
      onFinish={none}
      onDecline={none}
      isBank={false}
      isUnfinished={false}
      onAnother={none}
    />
  ),
  "result-unfinished": () => (
    <ResultScreen
      client={client}
      company={company}
      counts={{ insurances: 3 }}
      missing={[]}
      others={[]}
      isBank={false}
      isUnfinished
      onFinish={none}
      onDecline={none}
    />
  ),
  "result-partial": () => (
    <ResultScreen
      client={client}
      company={company}
      counts={{ insurances: 1 }}
      missing={["WEALTH"]}
      others={[]}
      isBank={false}
      isUnfinished={false}
      onFinish={none}
      onDecline={none}
      onAnother={none}
      onRetry={none}
    />
  ),
  "result-consent": () => <ConsentResult isUnfinished={false} />,
  "result-consent-unfinished": () => <ConsentResult isUnfinished />
}

/** The statuses of collections that ended without a result. */
const problems = Object.entries(collections).flatMap(([status, { advice }]) =>
  advice === undefined || /^COMPLETED(?:_PARTIAL)?$/.test(status) ? [] : [[status, advice] as const]
)

const endings: ReadonlyArray<Ending> = [
  "notFound",
  "expired",
  "elsewhere",
  "removed",
  "offline",
  "failed",
  "COMPLETED",
  "ABANDONED"
]

/** The screens by name: those of the flow, one for each problem, and one for each ending. */
export const screenExamples: Readonly<Record<string, ComponentType>> = {
  ...flow,
  ...permissionExamples,
  ...Object.fromEntries(
    problems.map(([status, advice]) => [
      `problem-${status}`,
      () => (
        <ProblemScreen
          client={client}
          company={company}
          isBank={false}
          status={status}
          reference="018e9f3c-7c1a-7d52-9b5f-2f6f0c9d1a44"
          advice={advice}
          notBefore={advice === "WAIT" ? Date.now() + 900_000 : undefined}
          onFollow={none}
          onOtherCompany={none}
          onFinish={none}
        />
      )
    ])
  ),
  ...Object.fromEntries(endings.map((ending) => [`end-${ending}`, () => <EndScreen ending={ending} onRetry={none} />])),
  "end-expired-client": () => <EndScreen ending="expired" client={client} helpUrl="#help" onRetry={none} />,
  "end-shared": () => <EndScreen ending="COMPLETED" client={client} onRetry={none} />,
  "end-returning": () => <EndScreen ending="COMPLETED" client={client} returning onReturn={none} onRetry={none} />
}
