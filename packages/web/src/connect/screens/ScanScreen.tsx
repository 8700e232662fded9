/** Shows the company's own QR code, which the person scans with another device. */
import { Button } from "../../components/Button.tsx"
import { NoticeBox, Waiting } from "../../components/Messages.tsx"
import { QrCode } from "../../components/QrCode.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"
import "./ElectronicIdScreen.css"

export interface ScanScreenProps {
  readonly company: string
  /** The content of the code. It can change. */
  readonly code: string
  /** The number that the other device shows too. */
  readonly reference?: string | undefined
  readonly until?: number | undefined
  readonly onOtherWay: () => void
}

export const ScanScreen = ({ code, company, onOtherWay, reference, until }: ScanScreenProps) => (
  <Screen
    title={t("scan.title")}
    lead={t("scan.lead", { company })}
    actions={
      <Button kind="quiet" onPress={onOtherWay}>
        {t("action.OTHER_METHOD")}
      </Button>
    }
  >
    <QrCode text={code} label={t("scan.code", { company })} />
    {reference !== undefined && (
      <div>
        <p>{t("eid.compare")}</p>
        <p class="number">{reference}</p>
      </div>
    )}
    <NoticeBox kind="warning">{t("eid.warning")}</NoticeBox>
    <Waiting until={until}>{t("scan.waiting", { company })}</Waiting>
  </Screen>
)
