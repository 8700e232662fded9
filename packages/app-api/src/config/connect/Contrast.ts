/** Computes the contrast of colors (WCAG 2.2, success criterion 1.4.3). Colors have the form `#rrggbb`. */

type Channels = readonly [red: number, green: number, blue: number]

const channelsOf = (color: string): Channels => {
  const channel = (index: number) => Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16)
  return [channel(0), channel(1), channel(2)]
}

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminanceOf = (color: string): number => {
  const [red, green, blue] = channelsOf(color)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** The ratio ranges from 1 to 21. */
export const contrastRatio = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const hex = (channel: number): string => Math.round(channel).toString(16).padStart(2, "0")

/** Mixes a color with white. `share` is the fraction of white, from 0 to 1. */
const lightened = (color: string, share: number): string =>
  `#${channelsOf(color)
    .map((channel) => hex(channel + (255 - channel) * share))
    .join("")}`

/** Lightens a color in steps until its contrast with a dark background is at least `minRatio`. */
export const lighten = (color: string, background: string, minRatio: number): string => {
  const shares = Array.from({ length: 21 }, (_, index) => index / 20)
  const share = shares.find((each) => contrastRatio(lightened(color, each), background) >= minRatio) ?? 1
  return lightened(color, share)
}
