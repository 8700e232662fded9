/** Lets the person choose a login method, described in everyday words, and then the device with the electronic ID. */
import { Choice, ChoiceList } from "../../components/Choices.tsx"
import { KindIcon } from "../../components/KindIcon.tsx"
import { Screen } from "../../components/Screen.tsx"
import { t } from "../../texts/Texts.ts"
import { deviceMethodsOf, listedMethodsOf, variantOf, methodTextKeyOf } from "../models/MethodTexts.ts"
import type { LoginMethod } from "../models/Models.ts"

export interface MethodScreenProps {
  readonly company: string
  readonly methods: ReadonlyArray<LoginMethod>
  /** True on a phone, where methods that use the same device come first. */
  readonly isPhone: boolean
  readonly onChoose: (method: LoginMethod) => void
  /** Opens the screen on which the person chooses the device that has the electronic ID. */
  readonly onDevice: () => void
  readonly onBack?: (() => void) | undefined
}

export const MethodScreen = ({ company, isPhone, methods, onBack, onChoose, onDevice }: MethodScreenProps) => {
  const title = t("method.title", { company })
  const ofDevices = deviceMethodsOf(methods, isPhone)
  return (
    <Screen title={title} onBack={onBack}>
      <ChoiceList label={title}>
        {ofDevices.length > 0 && (
          <Choice
            label={t("method.anyDevice")}
            hint={t("method.anyDevice.hint")}
            picture={<KindIcon kind="anyDevice" />}
            onPress={onDevice}
          />
        )}
        {listedMethodsOf(methods, isPhone).map((method) => {
          const words = methodTextKeyOf(method)
          const variant = variantOf(method)
          return (
            <Choice
              key={method.loginMethod}
              label={t(`method.${words}`, { company })}
              picture={<KindIcon kind={words} />}
              hint={variant === undefined ? t(`method.${words}.hint`, { company }) : t(`method.${variant}`)}
              onPress={() => onChoose(method)}
            />
          )
        })}
      </ChoiceList>
    </Screen>
  )
}

export type DeviceScreenProps = Pick<MethodScreenProps, "isPhone" | "methods" | "onBack" | "onChoose">

export const DeviceScreen = ({ isPhone, methods, onBack, onChoose }: DeviceScreenProps) => (
  <Screen title={t("device.title")} onBack={onBack}>
    <ChoiceList label={t("device.title")}>
      {deviceMethodsOf(methods, isPhone).map((method) => (
        <Choice
          key={method.loginMethod}
          label={t(method.sameDevice ? "device.same" : "device.other")}
          picture={<KindIcon kind={method.sameDevice ? "sameDevice" : "otherDevice"} />}
          hint={t(method.sameDevice ? "method.sameDevice.hint" : "method.otherDevice.hint")}
          onPress={() => onChoose(method)}
        />
      ))}
    </ChoiceList>
  </Screen>
)
