/** Lets the person choose how to receive a two-factor code. */
import { Button } from "../../components/Button.tsx"
import { Choice, ChoiceList } from "../../components/Choices.tsx"
import { Countdown } from "../../components/Messages.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t, textOrDefault } from "../../texts/Texts.ts"

export interface ChoiceScreenProps {
  readonly company: string
  readonly options: ReadonlyArray<{ readonly id: string; readonly type: string; readonly label: string }>
  readonly until?: number | undefined
  readonly onChoose: (methodId: string) => void
  readonly onOtherWay: () => void
}

export const ChoiceScreen = ({ company, onOtherWay, onChoose, options, until }: ChoiceScreenProps) => (
  <Screen
    title={t("choice.title")}
    lead={t("choice.lead", { company })}
    actions={
      <Button kind="quiet" onPress={onOtherWay}>
        {t("action.OTHER_METHOD")}
      </Button>
    }
  >
    <ChoiceList label={t("choice.title")}>
      {options.map(({ id, label, type }) => (
        <Choice
          key={id}
          label={textOrDefault(`choice.${type}`, "field.code", { company })}
          hint={label}
          onPress={() => onChoose(id)}
        />
      ))}
    </ChoiceList>
    {until !== undefined && <Countdown until={until} />}
  </Screen>
)
