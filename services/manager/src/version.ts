/** The version in package.json; X-Platform-Version and OpenAPI carry it. */
export const VERSION = '3.8.0';
