/** The screens of a consent, which lead the person to the bank or its app and then show the bank's decision. */
import { consents } from "virtual:statuses"
import { BusyIndicator } from "../components/Messages.tsx"
import { labelOf, messageOf } from "../texts/CompanyText.ts"
import { t } from "../texts/Texts.ts"
import type { ConsentStatus } from "@sheaf/client/connect"
import type { ConnectFlow } from "./ConnectFlow.ts"
import { nameOf } from "./models/CompanyNames.ts"
import { ImpossibleView } from "./MonitorView.tsx"
import { electronicIdAppOf } from "./CollectionView.tsx"
import type { CollectionViewProps } from "./CollectionView.tsx"
import { ChoiceScreen } from "./screens/ChoiceScreen.tsx"
import { CodeScreen } from "./screens/CodeScreen.tsx"
import { ElectronicIdScreen } from "./screens/ElectronicIdScreen.tsx"
import { bankTextsOf, httpUrlOf } from "./StatusScreen.ts"
import { BankVisitScreen } from "./screens/BankVisitScreen.tsx"
import { ProblemScreen } from "./screens/ProblemScreen.tsx"
import { ResultScreen } from "./screens/ResultScreen.tsx"

type AuthInstructions = NonNullable<ConsentStatus["authInstructions"]>

/** Returns true if the person authorizes the consent in an app. */
const isInApp = ({ redirectUrl: _, orderPageUrl: __, ...app }: AuthInstructions): boolean => Object.keys(app).length > 0

interface BankQuestionProps {
  readonly flow: ConnectFlow
  readonly company: string
  readonly asked: AuthInstructions
  readonly onOtherWay: () => void
}

/** Asks the person what the bank asks for: a method for receiving a code, or the code itself. */
const BankQuestion = ({ asked, company, flow, onOtherWay }: BankQuestionProps) => {
  const { image, twoFactorInstruction: instruction, twoFactorMethods: methods = [] } = asked
  return instruction === undefined ? (
    <ChoiceScreen
      company={company}
      options={methods.map((method) => ({ ...method, label: labelOf(method.label) }))}
      onChoose={(methodId) => void flow.answerBank("choice", [], { type: "TWO_FACTOR_CHOICE", methodId })}
      onOtherWay={onOtherWay}
    />
  ) : (
    <CodeScreen
      company={company}
      instruction={messageOf(instruction.authenticationInstruction)}
      image={bankTextsOf(image, undefined)?.image}
      isDigits={instruction.responseType === "NUMBER_CODE"}
      places={instruction.codeLength}
      refused={flow.errors.value}
      busy={flow.busy.value}
      onSubmit={(value) => void flow.answerBank("code-form", ["code", "digits"], { type: "TWO_FACTOR_CODE", value })}
      onOtherWay={onOtherWay}
    />
  )
}

export const ConsentView = ({ flow, isPhone, settings }: CollectionViewProps) => {
  const consent = flow.consent.value
  if (consent === undefined) return <BusyIndicator>{t("opening")}</BusyIndicator>
  const { authInstructions, company, error, expiresAt, scope, status } = consent
  const session = flow.session.value
  const client = session?.client.name ?? ""
  const name = flow.company.value === undefined ? company : nameOf(flow.company.value)
  const row = consents[status]
  const onAnother = session?.company === undefined ? () => flow.go({ at: "company" }) : undefined
  const onOtherWay = () => flow.go({ at: "bank", company })
  const onFinish = () => void flow.finish("COMPLETED")
  if (row?.class === "OUTCOME") {
    if (session?.purpose === "MONITOR") return <ImpossibleView flow={flow} company={name} />
    return (
      <ResultScreen
        client={client}
        company={name}
        counts={{}}
        consentUntil={expiresAt}
        scope={scope}
        missing={[]}
        others={[]}
        isBank
        isUnfinished={session?.returns === true}
        busy={flow.busy.value}
        onFinish={onFinish}
        onDecline={() => (flow.leaving.value = true)}
        onAnother={onAnother}
      />
    )
  }
  if (row?.advice !== undefined) {
    return (
      <ProblemScreen
        client={client}
        company={name}
        isBank
        status={status}
        reason={error?.code}
        reference={consent.consentId}
        advice={row.advice}
        onFollow={onOtherWay}
        onOtherCompany={onAnother}
        onFinish={onFinish}
        onStop={flow.linked.value ? undefined : () => void flow.finish("ABANDONED")}
      />
    )
  }
  if (authInstructions?.twoFactorMethods !== undefined || authInstructions?.twoFactorInstruction !== undefined) {
    return <BankQuestion flow={flow} company={name} asked={authInstructions} onOtherWay={onOtherWay} />
  }
  if (authInstructions !== undefined && isInApp(authInstructions)) {
    const { animatedQrData, appUrl, autoStartToken, image, information, orderPageUrl, qrText, referenceNumber } =
      authInstructions
    return (
      <ElectronicIdScreen
        company={name}
        code={qrText ?? animatedQrData}
        app={httpUrlOf(appUrl) ?? electronicIdAppOf(orderPageUrl, autoStartToken, settings)}
        reference={referenceNumber === undefined ? undefined : labelOf(referenceNumber)}
        {...bankTextsOf(image, information)}
        isPhone={isPhone}
        onOtherWay={onOtherWay}
      />
    )
  }
  const address = authInstructions?.redirectUrl
  return <BankVisitScreen company={name} url={httpUrlOf(address)} onBack={onOtherWay} />
}
