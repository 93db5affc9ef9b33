export const BUS_STREAM = 'PLATFORM';
