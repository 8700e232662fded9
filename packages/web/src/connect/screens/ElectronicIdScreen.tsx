/**
 * What the person needs for an electronic ID or a bank's app: an animated QR code for another device, a link that opens
 * the app, a number to compare, and the bank's image and text.
 */
import { useState } from "preact/hooks"
import { Button, ButtonLink } from "../../components/Button.tsx"
import { BusyIndicator, NoticeBox, Waiting } from "../../components/Messages.tsx"
import { QrCode } from "../../components/QrCode.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"
import "./ElectronicIdScreen.css"

export interface ElectronicIdScreenProps {
  readonly company: string
  /** The content of the QR code. It changes every second. */
  readonly code?: string | undefined
  /** The address that opens the app on this device. */
  readonly app?: string | undefined
  /** A reference number that the app also shows, so that the person can compare the two. */
  readonly reference?: string | undefined
  /** The bank's picture, as a data URL. */
  readonly image?: string | undefined
  /** A text from the bank for the person. */
  readonly information?: string | undefined
  readonly isPhone: boolean
  readonly until?: number | undefined
  readonly onOtherWay: () => void
}

const CodeToScan = ({ code, company }: { readonly code: string | undefined; readonly company: string }) => (
  <>
    {code === undefined ? (
      <div class="eid__placeholder">
        <BusyIndicator>{t("eid.preparing")}</BusyIndicator>
      </div>
    ) : (
      <QrCode text={code} label={t("eid.code")} />
    )}
    <ol class="eid__steps">
      <li>{t("eid.step1")}</li>
      <li>{t("eid.step2")}</li>
      <li>{t("eid.step3", { company })}</li>
    </ol>
  </>
)

export const ElectronicIdScreen = (props: ElectronicIdScreenProps) => {
  const { app, code, company, image, information, isPhone, onOtherWay, reference, until } = props
  const [prefersApp, preferApp] = useState(isPhone)
  const isApp = app !== undefined && (prefersApp || code === undefined)
  // There is only a number to compare, because the request is already on the person's phone.
  const isNumber = code === undefined && reference !== undefined
  const isOwn = code === undefined && app === undefined && (image ?? information) !== undefined
  const title = isNumber || isOwn ? "eid.title.number" : isApp ? "eid.title.app" : "eid.title"
  return (
    <Screen
      title={t(title)}
      lead={isApp && !isNumber && !isOwn ? t("eid.app") : undefined}
      actions={
        <>
          {isApp && <ButtonLink href={app}>{t("eid.open")}</ButtonLink>}
          {isApp && code !== undefined && (
            <Button kind="secondary" onPress={() => preferApp(false)}>
              {t("eid.there")}
            </Button>
          )}
          {!isApp && app !== undefined && (
            <Button kind="secondary" onPress={() => preferApp(true)}>
              {t("eid.here")}
            </Button>
          )}
          <Button kind="quiet" onPress={onOtherWay}>
            {t("action.OTHER_METHOD")}
          </Button>
        </>
      }
    >
      {information !== undefined && <blockquote>{information}</blockquote>}
      {image !== undefined && <img src={image} alt={t("eid.image", { company })} />}
      {!isNumber && !isOwn && !isApp && <CodeToScan code={code} company={company} />}
      {reference !== undefined && (
        <div>
          <p>{t("eid.compare")}</p>
          <p class="number">{reference}</p>
        </div>
      )}
      <NoticeBox kind="warning">{t("eid.warning")}</NoticeBox>
      <Waiting until={until}>{t("eid.waiting")}</Waiting>
    </Screen>
  )
}
