import type { Theme } from 'vitepress';
import LabLink from '../../components/LabLink.vue';
import Layout from '../../components/Layout.vue';
import Scene from '../../components/Scene.vue';
import 'virtual:lab-colours.css';
import '../../../web/src/ui/tokens.css';
import './site.css';

export default {
  Layout,
  enhanceApp({ app }) {
    app.component('LabLink', LabLink);
    app.component('Scene', Scene);
  },
} satisfies Theme;
