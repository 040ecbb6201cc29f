/** Paths on a 16 px grid with a 1.5 px stroke. A path that starts with `!` is filled instead. */
export const icons = {
  home: ['M2.5 7.2 8 2.5l5.5 4.7v6.3h-3.8V9.7H6.3v3.8H2.5Z'],
  onboarding: ['M3.5 2.5h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1Z', 'M8 5.4v5.2M5.4 8h5.2'],
  cost: ['M2.5 13.5h11', 'M4.5 11V7.5M8 11V3.5M11.5 11V6'],
  targets: ['M2.5 4h2M2.5 8h2M2.5 12h2', 'M6.5 4h7M6.5 8h7M6.5 12h7'],
  search: ['M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z', 'm10.3 10.3 3.2 3.2'],
  close: ['m4 4 8 8M12 4l-8 8'],
  menu: ['M2.5 4.5h11M2.5 8h11M2.5 11.5h11'],
  chevronDown: ['m4 6.2 4 4 4-4'],
  chevronRight: ['m6.2 4 4 4-4 4'],
  sortAscending: ['M8 12.5v-9M4.8 6.7 8 3.5l3.2 3.2'],
  sortDescending: ['M8 3.5v9M4.8 9.3 8 12.5l3.2-3.2'],
  arrowUp: ['M8 12.5v-9M4.5 7 8 3.5 11.5 7'],
  arrowDown: ['M8 3.5v9M4.5 9 8 12.5 11.5 9'],
  check: ['m3.5 8.5 3 3 6-7'],
  copy: [
    'M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2',
    'M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z',
  ],
  download: ['M8 2.5v7M5 6.7l3 3 3-3', 'M2.5 13.5h11'],
  sun: [
    'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z',
    'M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7',
  ],
  moon: ['M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8Z'],
  system: ['M3.5 3h9a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Z', 'M6 13.2h4M8 10.5v2.7'],
  /** The trim tab of the logo, with its wake. */
  autonomous: ['!M3 2.5h5.6v11L3 11Z', '!m10.2 8.4 3.6 2.6-3.6 2.5Z'],
  recommendation: ['M3.8 3.3h4v9.3l-4-1.8Z', 'm10.4 8.9 2.8 2.1-2.8 1.9Z'],
  severityLow: ['M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z', 'm5.6 8.2 1.7 1.7 3.2-3.6'],
  severityMedium: ['M8 2.5 14 13.2H2Z', 'M8 6.8v2.8', '!M8 10.8a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Z'],
  severityHigh: [
    'M5.7 2.5h4.6l3.2 3.2v4.6l-3.2 3.2H5.7l-3.2-3.2V5.7Z',
    'M8 5v3.6',
    '!M8 9.9a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Z',
  ],
  info: ['M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z', 'M8 7.4v3.3', '!M8 4.7a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Z'],
  external: ['M9 2.5h4.5V7M13.2 2.8 7.5 8.5', 'M11.5 9.5v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3'],
} as const;

export type IconName = keyof typeof icons;
