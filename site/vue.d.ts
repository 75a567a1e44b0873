// The parts of components that are checked are in files of their own; what is left is markup.
declare module '*.vue' {
  import type { DefineComponent } from 'vue';

  const component: DefineComponent;
  export default component;
}

declare module 'virtual:lab-colours.css';
