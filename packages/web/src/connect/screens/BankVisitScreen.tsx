/** The way to the own page of a bank or a company, and the wait after the person comes back. */
import { Button, ButtonLink } from "../../components/Button.tsx"
import { BusyIndicator } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"

export interface BankVisitScreenProps {
  readonly company: string
  /** The bank's page. Absent until the bank has prepared it, and after the person comes back. */
  readonly url?: string | undefined
  /** True if the bank's page does not lead back here, so that this page must stay open. */
  readonly opensTab?: boolean
  /** True if the person only signs in there, and approves nothing. */
  readonly isSignIn?: boolean
  readonly onBack: () => void
}

export const BankVisitScreen = (props: BankVisitScreenProps) => {
  const { url, company, isSignIn = false, onBack, opensTab = false } = props
  return (
    <Screen
      title={t(isSignIn ? "page.title" : "bank.go.title", { company })}
      lead={isSignIn ? t("page.lead", { company }) : t("bank.go.lead")}
      actions={
        <>
          {url !== undefined && (
            <ButtonLink href={url} opensTab={opensTab}>
              {t("bank.continue", { company })}
            </ButtonLink>
          )}
          <Button kind="secondary" onPress={onBack}>
            {t("back")}
          </Button>
        </>
      }
    >
      {url === undefined && <BusyIndicator>{t("bank.go.waiting")}</BusyIndicator>}
    </Screen>
  )
}
