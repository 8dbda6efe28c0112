/** In a batch. */
export const MAX_CODES = 10_000;
/** On a sheet, which takes about a second. */
export const MAX_SHEET = 480;
/** A leap year. */
export const MAX_HOURS = 8_784;
/** After they were printed first, codes can be printed once more for so long. */
export const PRINT_AGAIN_MS = 3_600_000;
/** How long a device is remembered after it was seen last. */
export const DEVICE_DAYS = 30;

export const CODE_PURPOSE = 'hotspot.code';
export const CODE_KEY_PURPOSE = 'hotspot.code_key';
export const UAM_PURPOSE = 'nas.uam_secret';
