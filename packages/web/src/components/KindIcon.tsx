/** Small icons that stand beside the names of product kinds, login methods and permissions. */
import "./KindIcon.css"

const shield = "M12 3.500 19 6v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9 12l2.200 2.200L15.200 10"

const phone = "M7.500 2.500h9a1 1 0 0 1 1 1v17a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-17a1 1 0 0 1 1-1zM11 18.500h2"

/** The SVG path of each kind, on a 24 × 24 grid. */
const drawings = {
  vehicleInsurance:
    "M5.500 17H3v-4l2.500-1L8 8h6.500l3 4 3.500 1v4h-2.500M9.500 17h5M11.500 8v4M5.500 12h12M5.5 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0M14.5 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  houseContentInsurance: "M4 11 12 4l8 7M6 9.500V20h12V9.500M10 20v-5.500h4V20",
  animalInsurance:
    "M12 11.800c-2.600 0-5 2.600-5 5 0 1.700 1.300 2.600 2.600 2.600 1 0 1.500-.4 2.400-.4s1.400.4 2.400.4c1.300 0 2.600-.9 2.600-2.600 0-2.400-2.400-5-5-5zM3.2 11.3a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0M17.6 11.3a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0M7.2 6.2a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0M13.2 6.2a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0",
  personInsurance: "M12 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM5 20c.5-4 3.300-6 7-6s6.500 2 7 6z",
  generalInsurance: shield,
  insurances: shield,
  pensions: "M4 13a7.500 7.500 0 0 1 14-5.400zM11 10.300l3.900 10.200M4 20.500h16",
  savings:
    "M12 8c4 0 7-1 7-2.500S16 3 12 3 5 4 5 5.500 8 8 12 8zM5 5.500v6.500C5 13.500 8 14.500 12 14.500s7-1 7-2.500V5.500M5 12v6.500C5 20 8 21 12 21s7-1 7-2.500V12",
  investments: "M4 19h16M4 15l5-5 4 3.500L20 6M15.500 6H20v4.500",
  loans:
    "M6 18 18 6M8 9.500A1.500 1.500 0 1 0 8 6.500a1.500 1.500 0 0 0 0 3zM16 17.500a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z",
  accounts: "M3.500 6.500h17v11h-17zM3.500 10h17M7 14h3.500",
  sameDevice: `${phone}M9.500 11l2 2 3.500-4`,
  otherDevice: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.500v2.500M20 14v6h-6M17 17v3",
  anyDevice: `${phone}M9.500 11l2 2 3.500-4`,
  smartId: `${phone}M9.500 11l2 2 3.500-4`,
  mobileId: "M7 3.500h7l4 4v13H7zM10 12h5v5h-5zM12.500 12v5",
  eParaksts: "M4 19.500h16M6 15.500l9.500-10 3 3-9.500 9-4 .8z",
  password: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3M12 14.500v2",
  email: "M3.500 6h17v12h-17zM4 6.500l8 6.500 8-6.500",
  token: "M6 3.500h12v17H6zM9 7h6v3H9zM9.200 14h0M12 14h0M14.800 14h0M9.200 17h0M12 17h0M14.800 17h0",
  file: "M7 3.500h7l4 4v13H7zM13.500 3.500V8H18M12.500 17.500v-6M10 13.800l2.500-2.500 2.500 2.500",
  page: "M18 13v6.500H4.500V6H11M14 4h6v6M20 4l-8.500 8.500",
  bank: "M4 9.500 12 4.500l8 5zM6.500 12.500V17M10.200 12.500V17M13.800 12.500V17M17.500 12.500V17M4.500 20h15",
  reading:
    "M2.500 12c2.500-4.300 5.700-6.300 9.500-6.300s7 2 9.500 6.300c-2.500 4.300-5.700 6.300-9.500 6.300s-7-2-9.500-6.300zM9.200 12a2.800 2.800 0 1 0 5.600 0a2.800 2.800 0 1 0-5.600 0",
  read: "M7 3.500h7l4 4v13H7zM9.800 13.500l2 2 3.500-4",
  waiting: "M12 7.500V12l3 2M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0",
  ended: "M3.500 5h17v4h-17zM5 9v10.500h14V9M10 13h4"
} as const

export type IconName = keyof typeof drawings

export const KindIcon = ({ kind }: { readonly kind: IconName }) => (
  <span class="kind-icon" aria-hidden="true">
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={drawings[kind]} />
    </svg>
  </span>
)
