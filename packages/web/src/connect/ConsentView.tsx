/** The screens of a consent: the way to the bank or into its app, and the bank's decision. */
import { consents } from "virtual:statuses"
import { BusyIndicator } from "../components/Messages.tsx"
import { labelOf } from "../texts/CompanyText.ts"
import { t } from "../texts/Texts.ts"
import type { ConsentStatus } from "@sheaf/client/connect"
import { ImpossibleView } from "./MonitorView.tsx"
import { electronicIdAppOf } from "./CollectionView.tsx"
import type { CollectionViewProps } from "./CollectionView.tsx"
import { ElectronicIdScreen } from "./screens/ElectronicIdScreen.tsx"
import { bankTextsOf, httpUrlOf } from "./StatusScreen.ts"
import { BankVisitScreen } from "./screens/BankVisitScreen.tsx"
import { ProblemScreen } from "./screens/ProblemScreen.tsx"
import { ResultScreen } from "./screens/ResultScreen.tsx"

type AuthInstructions = NonNullable<ConsentStatus["authInstructions"]>

/** Returns true if the person authorizes the consent in an app. */
const isInApp = ({ redirectUrl: _, orderPageUrl: __, ...app }: AuthInstructions): boolean => Object.keys(app).length > 0

export const ConsentView = ({ flow, isPhone, settings }: CollectionViewProps) => {
  const consent = flow.consent.value
  if (consent === undefined) return <BusyIndicator>{t("opening")}</BusyIndicator>
  const { authInstructions, company, error, expiresAt, status } = consent
  const session = flow.session.value
  const client = session?.client.name ?? ""
  const name = flow.company.value?.companyDisplayName ?? company
  const row = consents[status]
  const onAnother = session?.company === undefined ? () => flow.go({ at: "company" }) : undefined
  const onFinish = () => void flow.finish("COMPLETED")
  if (row?.class === "OUTCOME") {
    if (session?.purpose === "MONITOR") return <ImpossibleView flow={flow} company={name} />
    return (
      <ResultScreen
        client={client}
        company={name}
        counts={{}}
        consentUntil={expiresAt}
        missing={[]}
        others={[]}
        isUnfinished={session?.returns === true}
        busy={flow.busy.value}
        onFinish={onFinish}
        onAnother={onAnother}
      />
    )
  }
  if (row?.advice !== undefined) {
    return (
      <ProblemScreen
        client={client}
        company={name}
        status={status}
        reason={error?.code}
        advice={row.advice}
        onFollow={() => flow.go({ at: "bank", company })}
        onOtherCompany={onAnother}
        onFinish={onFinish}
      />
    )
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
        onOtherWay={() => flow.go({ at: "bank", company })}
      />
    )
  }
  const address = authInstructions?.redirectUrl
  return <BankVisitScreen company={name} url={httpUrlOf(address)} onBack={() => flow.go({ at: "bank", company })} />
}
