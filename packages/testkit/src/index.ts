export { createTestDatabase, type TestDatabase } from './database';
export { eventually } from './eventually';
export { prepareTemplate } from './global-setup';
export * from './hostile';
export { type NatsServer, startTestNats } from './nats';
export { type PostgresServer, startPostgres, TEST_PASSWORD } from './postgres';
export { ServiceEnded, type SpawnedService, spawnService } from './spawn-service';
export { type TcpProxy, tcpProxy } from './tcp-proxy';
export { type TemporaryDirectory, temporaryDirectory } from './temporary-directory';
