// The type-checked code of components is in separate `.ts` files; the `.vue` files hold only markup.
declare module '*.vue' {
  import type { DefineComponent } from 'vue';

  const component: DefineComponent;
  export default component;
}

declare module 'virtual:lab-colours.css';
