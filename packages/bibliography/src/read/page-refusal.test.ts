import { expect, test } from 'vitest'
import { pageRefusal } from './page-refusal.ts'

test.each<[text: string, refusal: string, said: string]>([
  ['Daily download limit reached.', 'quota', 'download limit reached'],
  ['You have exceeded the maximum number of requests.', 'quota', 'exceeded the maximum number of requests'],
  ['Downloads exceeded', 'quota', 'Downloads exceeded'],
  ['Too many requests', 'quota', 'Too many requests'],
  ['API rate limit', 'quota', 'rate limit'],
  ['Request quota reached', 'quota', 'Request quota reached'],
  ['The quota reached', 'quota', 'quota reached'],
  ['Requests reached', 'quota', 'Requests reached'],
  ['You exceeded your downloads', 'quota', 'exceeded your downloads'],
  ['It exceeded the daily limit', 'quota', 'exceeded the daily limit'],
  ['It exceeded the quota', 'quota', 'exceeded the quota'],
  ['Just a moment...', 'bot-wall', 'Just a moment'],
  ['JavaScript is required', 'bot-wall', 'JavaScript is required'],
  ['Security verification', 'bot-wall', 'Security verification'],
  ['Bot protection', 'bot-wall', 'Bot protection'],
  ['Automated requests', 'bot-wall', 'Automated requests'],
  ["Verify you're human", 'bot-wall', "Verify you're human"],
  ['Enable JavaScript and cookies to continue', 'bot-wall', 'Enable JavaScript'],
  ['JavaScript must be enabled', 'bot-wall', 'JavaScript must be enabled'],
  ['JavaScript is disabled', 'bot-wall', 'JavaScript is disabled'],
  ['Checking your browser', 'bot-wall', 'Checking your browser'],
  ['Please verify that you are a human', 'bot-wall', 'verify that you are a human'],
  ['Confirm you’re not a robot', 'bot-wall', 'Confirm you’re not a robot'],
  ['Prove you are human', 'bot-wall', 'Prove you are human'],
  ['Are you a robot?', 'bot-wall', 'Are you a robot'],
  ['Solve the CAPTCHA', 'bot-wall', 'CAPTCHA'],
  ['We saw unusual traffic', 'bot-wall', 'unusual traffic'],
  ['Pardon Our Interruption', 'bot-wall', 'Pardon Our Interruption'],
  ['Attention Required! | Cloudflare', 'bot-wall', 'Attention Required'],
  ['Access to this page has been denied', 'bot-wall', 'Access to this page has been denied'],
  ['Access denied', 'bot-wall', 'Access denied'],
  ['Access is denied', 'bot-wall', 'Access is denied'],
  ['Your request has been blocked', 'bot-wall', 'request has been blocked'],
  ['Request was blocked', 'bot-wall', 'Request was blocked'],
  ['Security check', 'bot-wall', 'Security check'],
  ['Bot detection', 'bot-wall', 'Bot detection'],
  ['Automated access', 'bot-wall', 'Automated access'],
  ['403 Forbidden', 'bot-wall', '403 Forbidden'],
  ['Sign in to your account', 'login', 'Sign in to'],
  ['Login required', 'login', 'Login required'],
  ['Log in to continue', 'login', 'Log in to'],
  ['Please sign in', 'login', 'Please sign in'],
  ['Access through your organisation', 'login', 'Access through your organisation'],
  ['Institutional access', 'login', 'Institutional access'],
  ['Institutional sign in', 'login', 'Institutional sign'],
  ['Purchase access', 'login', 'Purchase access'],
  ['Purchase PDF', 'login', 'Purchase PDF'],
  ['Buy this article', 'login', 'Buy this article'],
  ['Rent article', 'login', 'Rent article'],
  ['Please log in', 'login', 'Please log in'],
  ['Access through your institution', 'login', 'Access through your institution'],
  ['Institutional login', 'login', 'Institutional login'],
  ['Purchase this article', 'login', 'Purchase this article'],
  ['Buy article', 'login', 'Buy article'],
  ['Subscribe to continue', 'login', 'Subscribe to'],
  ['Get access', 'login', 'Get access'],
  ['Access options', 'login', 'Access options'],
  ['Rent this article', 'login', 'Rent this article'],
  ['Page not found', 'missing', 'Page not found'],
  ['The page could not be found', 'missing', 'page could not be found'],
  ['Page was not found', 'missing', 'Page was not found'],
  ['The page can not be found', 'missing', 'page can not be found'],
  ['It no longer exists', 'missing', 'no longer exists'],
  ['The text is un-available', 'missing', 'text is un-available'],
  ['The item was not available', 'missing', 'item was not available'],
  ['The content is unavailable', 'missing', 'content is unavailable'],
  ['Article unavailable', 'missing', 'Article unavailable'],
  ['Page unavailable', 'missing', 'Page unavailable'],
  ['Error 404', 'missing', '404'],
  ['It is no longer available', 'missing', 'no longer available'],
  ['The file does not exist', 'missing', 'does not exist'],
  ['It cannot be found', 'missing', 'cannot be found'],
  ['This document is unavailable', 'missing', 'document is unavailable'],
  ['Full text not available', 'missing', 'text not available'],
  ['Not available', 'missing', 'Not available'],
  ['Please accept all cookies', 'cookies', 'accept all cookies'],
  ['Cookies are disabled', 'cookies', 'Cookies are disabled'],
  ['This site uses cookies', 'cookies', 'uses cookies'],
  ['Cookie policy', 'cookies', 'Cookie policy'],
  ['Cookie settings', 'cookies', 'Cookie settings'],
  ['Cookie consent', 'cookies', 'Cookie consent'],
  ['Cookie preferences', 'cookies', 'Cookie preferences'],
  ['Please enable cookies', 'cookies', 'enable cookies'],
  ['You allow cookies', 'cookies', 'allow cookies'],
  ['The use of cookies', 'cookies', 'use of cookies'],
  ['Cookies must be enabled', 'cookies', 'Cookies must be enabled'],
])('%s', (text, refusal, said) => {
  expect(pageRefusal('', text)).toEqual({ refusal, said })
})

test('the first kind counts; line breaks in what was said go', () => {
  expect(pageRefusal('Access denied', 'Too many\n requests: log in to continue')).toEqual({ refusal: 'quota', said: 'Too many requests' })
})

test('nothing of this', () => {
  expect(pageRefusal('Memory of agents', 'Agents remember 1404 things in a moment; 4040 of them are lost.')).toBeUndefined()
})

test.each<[text: string, isRefusal: boolean]>([
  [`quota${'x'.repeat(20)}exceeded`, true],
  [`quota${'x'.repeat(21)}exceeded`, false],
  [`exceeded ${'x'.repeat(30)}quota`, true],
  [`exceeded ${'x'.repeat(31)}quota`, false],
])('words of a quota that stand together or not: %s', (text, isRefusal) => {
  expect(pageRefusal('', text)?.refusal === 'quota').toBe(isRefusal)
})

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
test('a page of more than 300 words is judged by its title alone', () => {
  expect(pageRefusal('', `${words(299)} captcha`)).toEqual({ refusal: 'bot-wall', said: 'captcha' })
  expect(pageRefusal('', `${words(300)} captcha`)).toBeUndefined()
  expect(pageRefusal('Just a moment', words(301))).toEqual({ refusal: 'bot-wall', said: 'Just a moment' })
})

test('a used-up quota may be told by the address alone, other refusals not (PBR-021, row 2)', () => {
  const url = 'https://repo.example/messages/downloadsexceeded.html'
  expect(pageRefusal('', 'Sorry.', url)).toEqual({ refusal: 'quota', said: 'downloadsexceeded' })
  expect(pageRefusal('', 'Sorry.', 'https://repo.example/captcha')).toBeUndefined()
  expect(pageRefusal('', words(301), url)).toBeUndefined()
})
