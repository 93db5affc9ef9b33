/**
 * Whether somebody is leaving this page: reads that are refused meanwhile are no reason to go to the sign-in
 * page instead.
 */
let isUnderWay = false;

export function beginSigningOut(): void {
  isUnderWay = true;
}

export function isSigningOut(): boolean {
  return isUnderWay;
}
