/** The choice of a login method, in everyday words. */
import { Choice, ChoiceList } from "../../components/Choices.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"
import { sortMethods, variantOf, methodTextKeyOf } from "../models/MethodTexts.ts"
import type { LoginMethod } from "../models/Models.ts"

export interface MethodScreenProps {
  readonly company: string
  readonly methods: ReadonlyArray<LoginMethod>
  /** True on a phone, where methods of the same device come first. */
  readonly isPhone: boolean
  readonly onChoose: (method: LoginMethod) => void
  readonly onBack?: (() => void) | undefined
}

export const MethodScreen = ({ company, isPhone, methods, onBack, onChoose }: MethodScreenProps) => {
  const title = t("method.title", { company })
  return (
    <Screen title={title} onBack={onBack}>
      <ChoiceList label={title}>
        {sortMethods(methods, isPhone).map((method) => {
          const words = methodTextKeyOf(method)
          const variant = variantOf(method)
          return (
            <Choice
              key={method.loginMethod}
              label={t(`method.${words}`)}
              hint={variant === undefined ? t(`method.${words}.hint`, { company }) : t(`method.${variant}`)}
              onPress={() => onChoose(method)}
            />
          )
        })}
      </ChoiceList>
    </Screen>
  )
}
