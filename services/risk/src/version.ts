/** The version in package.json; X-Platform-Version and OpenAPI carry it. */
export const VERSION = '0.1.0';
