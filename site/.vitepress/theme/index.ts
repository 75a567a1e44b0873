import type { Theme } from 'vitepress';
import Predict from '../../chapter/Predict.vue';
import Step from '../../chapter/Step.vue';
import Try from '../../chapter/Try.vue';
import Watch from '../../chapter/Watch.vue';
import LabLink from '../../components/LabLink.vue';
import Layout from '../../components/Layout.vue';
import Scene from '../../components/Scene.vue';
import 'virtual:lab-colours.css';
import '../../../web/src/ui/tokens.css';
import '../../../web/src/core/explain/chart.css';
import './site.css';
import '../../chapter/chapter.css';

export default {
  Layout,
  enhanceApp({ app }) {
    app.component('LabLink', LabLink);
    app.component('Scene', Scene);
    // Components that only the chapter uses.
    for (const [name, part] of Object.entries({ Predict, Step, Try, Watch })) app.component(name, part);
  },
} satisfies Theme;
