/** The address of the gateway, for every method. */
export {
  toManager as DELETE,
  toManager as GET,
  toManager as PATCH,
  toManager as POST,
  toManager as PUT,
} from '../../../../server/gateway';
