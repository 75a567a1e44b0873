import { chromium } from '@playwright/test';
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox'] });
const base=(await (await fetch('http://127.0.0.1:4302/')).text()) && 'http://127.0.0.1:4302/';
const shots=[['desk',1440,900,'one-packet-against-its-own-flow/2','dark',false],['proj',1280,720,'full-buffer/2','light',false],['phone',390,844,'front-and-rear/2','dark',true],['pres',1280,720,'todays-internet/3','dark',false]];
for (const [n,w,h,id,scheme,mob] of shots){
 const c=await b.newContext({viewport:{width:w,height:h},colorScheme:scheme,hasTouch:mob,isMobile:mob});
 const p=await c.newPage(); p.on('console',m=>m.type()==='error'&&console.log(n,m.text())); p.on('pageerror',e=>console.log(n,e.message));
 await p.goto(process.env.BASE+'#lesson.1.'+id); await p.waitForTimeout(6000);
 if(n==='pres'){await p.keyboard.press('p'); await p.waitForTimeout(2500);}
 await p.screenshot({path:`/tmp/me/${n}.png`}); await c.close();
}
await b.close();
