export * from './border.gen';
