import { type Checker, legOf } from './checker';

export const onePrincipal: Checker = {
  invariant: 'I12',
  claim: 'every order that was sent is signed with the one key and bears an id that names its leg',
  when: 'always',
  check({ venue }) {
    return venue.requests.flatMap(({ clientOrderId, principal }) => [
      ...(principal === 0 ? [] : [`order ${clientOrderId} was signed with another key`]),
      ...(legOf(clientOrderId ?? '') === undefined
        ? [`order ${clientOrderId} bears an id that is not ours`]
        : []),
    ]);
  },
};
