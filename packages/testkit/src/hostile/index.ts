export { HOSTILE_MESSAGES, HOSTILE_NOTIFICATIONS } from './payloads';
export {
  HOSTILE_BODIES,
  HOSTILE_CONTENT_TYPES,
  HOSTILE_HEADERS,
  HOSTILE_METHODS,
  HOSTILE_TARGETS,
  HOSTILE_UPGRADES,
} from './requests';
export { type RawAnswer, type RawRequest, sendRaw } from './send';
export { isFault, storm, stormCredentials, stormPath } from './storm';
