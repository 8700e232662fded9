/** Formats figures for display. */

/** Maximum values for time axes, in seconds. Each is a round number of seconds, minutes, hours or days. */
export const secondEnds = [5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 21_600, 86_400, 604_800]

/** Formats a fraction from 0 to 1 as a percentage. */
export const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`

/**
 * Formats a fraction for a table column, always with the same number of decimals. Rounds down, so that only 1 is shown
 * as 100 %.
 */
export const rate = (share: number): string =>
  share === 1 ? "100 %" : `${(Math.floor(share * 1000) / 10).toFixed(1)} %`

export const seconds = (value: number): string =>
  value >= 5400
    ? `${Math.round(value / 360) / 10} h`
    : value >= 120
      ? `${Math.round(value / 60)} min`
      : `${Math.round(value)} s`

export const bytes = (value: number): string =>
  value >= 1e9
    ? `${Math.round(value / 1e8) / 10} GB`
    : value >= 1e6
      ? `${Math.round(value / 1e5) / 10} MB`
      : `${Math.round(value / 1e3)} kB`

export const whole = (value: number): string => new Intl.NumberFormat("en-GB").format(value)
