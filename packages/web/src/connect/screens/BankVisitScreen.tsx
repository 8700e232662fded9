/**
 * The screen that sends the person to the website of a bank or company and, after the person comes back, waits for the
 * result.
 */
import { Button, ButtonLink } from "../../components/Button.tsx"
import { BusyIndicator } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"

export interface BankVisitScreenProps {
  readonly company: string
  /** The bank's page. Absent until the bank has prepared it, and after the person comes back. */
  readonly url?: string | undefined
  /** True if the bank's page does not lead back here. This page then stays open and waits for the result. */
  readonly opensTab?: boolean
  /** True if the person only signs in at the bank and does not approve anything there. */
  readonly isSignIn?: boolean
  readonly onBack: () => void
}

const leadOf = ({ isSignIn = false, opensTab = false }: BankVisitScreenProps): string => {
  if (isSignIn) return t("page.lead")
  return t(opensTab ? "bank.go.lead.tab" : "bank.go.lead")
}

export const BankVisitScreen = (props: BankVisitScreenProps) => {
  const { url, company, isSignIn = false, onBack, opensTab = false } = props
  return (
    <Screen
      title={t(isSignIn ? "page.title" : "bank.go.title", { company })}
      lead={leadOf(props)}
      onBack={opensTab ? undefined : onBack}
      actions={
        <>
          {url !== undefined && (
            <ButtonLink href={url} opensTab={opensTab}>
              {isSignIn ? t("page.open") : t("bank.continue", { company })}
            </ButtonLink>
          )}
          {opensTab && (
            <Button kind="quiet" onPress={onBack}>
              {t("action.OTHER_METHOD")}
            </Button>
          )}
        </>
      }
    >
      {url === undefined && <BusyIndicator>{t("bank.go.waiting")}</BusyIndicator>}
    </Screen>
  )
}
